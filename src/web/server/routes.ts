import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { Quotas } from '../../service/quota.ts';
import { DAY_MS, type KeptReport, REPORT_LIFE_MS, type Reports } from '../../store/reports.ts';
import type { TaskPool } from '../../tasks/tasks.ts';
import type { PageAssets } from '../assets.ts';
import { aroundReport, messagePage, type PageLinks } from '../html.ts';
import { pageKind } from '../stored-page.ts';
import { type Trouble, tooMuch } from './messages.ts';
import { MAX_PAGE_BYTES, type PageCache } from './page-cache.ts';
import { answerTrouble, FOREVER, isCostly, isKnown, sendGzipped, sendHtml, TYPES, whenOver } from './responses.ts';
import type { VisitorRuns } from './runs.ts';
import { OpenLimit, UNPACKING_COST, type Visits, visitorOf } from './visits.ts';

/** Where everything is. Nothing can be listed: who does not know an id finds nothing. */

interface RouteOptions {
  base: string;
  /** Compressed. */
  assets: Readonly<Record<keyof PageAssets, Buffer>>;
  links: PageLinks;
  /** Of everything that a page is made of beside its report. */
  version: string;
  reports: Pick<Reports, 'get' | 'head'>;
  tasks: Pick<TaskPool, 'run'>;
  ready: PageCache;
  visits: Visits;
  runs: VisitorRuns;
  quotas: Quotas;
  now: () => number;
}

interface Named {
  Params: { id: string };
}
type Handler = (request: FastifyRequest<Named>, reply: FastifyReply) => unknown;
type Method = 'GET' | 'HEAD' | 'POST' | 'DELETE';

const WELCOME =
  'Kibitz says which chess moves give people the best chances. Every report has an address of its own, which came with it; nothing is listed here.';
const UNKNOWN: Trouble = {
  status: 404,
  message: 'There is no such report; look for a mistake in the address, or ask Kibitz anew.',
};
const EXPIRED: Trouble = {
  status: 410,
  message: `Reports are kept for ${REPORT_LIFE_MS / DAY_MS} days; ask Kibitz anew.`,
};
const TOO_LARGE: Trouble = {
  status: 422,
  message: `This report is too large to be shown as a page: more than ${MAX_PAGE_BYTES / 1024 ** 2} MB. Ask Kibitz again with a higher threshold, which follows fewer moves.`,
};
/** Each on a connection that stays open. */
export const MAX_STREAMS = 8;
const MANY_STREAMS: Trouble = {
  status: 429,
  message: 'Too many pages look on from where you are; close some of them.',
};
const ENDED: Trouble = { status: 404, message: 'This run is over, or was interrupted; run it again.' };

export function addRoutes(app: FastifyInstance, options: RouteOptions): void {
  const { base, assets, links, version, reports, tasks, ready, visits, runs, quotas, now } = options;
  const streams = new OpenLimit(MAX_STREAMS);
  const trouble = (what: Trouble, request: FastifyRequest, reply: FastifyReply) =>
    answerTrouble(what, request, reply, links);

  /** What an address can be asked; everything else is told so before a word of it is read. */
  const at = (url: string, handlers: Partial<Record<Method, Handler>>): void => {
    const allowed = Object.keys(handlers).flatMap(method => (method === 'GET' ? ['GET', 'HEAD'] : [method]));
    for (const [method, handler] of Object.entries(handlers))
      app.route<Named>({ method: method as Method, url, handler, exposeHeadRoute: !('HEAD' in handlers) });
    const allow = [...new Set(allowed)];
    const refuse: Handler = (request, reply) =>
      trouble(
        { status: 405, message: `Only ${allow.join(' and ')}, please.` },
        request,
        reply.header('allow', allow.join(', ')),
      );
    const method = app.supportedMethods.filter(each => !allow.includes(each));
    app.route<Named>({ method, url, onRequest: async (request, reply) => refuse(request, reply), handler: refuse });
  };

  /** What is kept, or why there is nothing. */
  const find = (id: string): KeptReport | Trouble => {
    const stored = reports.get(id);
    return stored === 'expired' ? EXPIRED : (stored ?? UNKNOWN);
  };

  /**
   * Whether there is a page, and whether the browser has it already, is known before anything of the report is read.
   */
  const show =
    (form: 'html' | 'json'): Handler =>
    async (request, reply) => {
      const { id } = request.params;
      const head = reports.head(id);
      if (head === 'expired') return trouble(EXPIRED, request, reply);
      const kind = head && !head.isEmpty ? pageKind(head.kind) : undefined;
      if (!kind) return trouble(UNKNOWN, request, reply);
      const name = `${id}-${form}`;
      const tag = `"${name}-${version}"`;
      const describe = () => reply.headers({ etag: `W/${tag}`, vary: 'accept-encoding' }).type(TYPES[form]);
      if (isKnown(request, tag)) return describe().code(304).send();
      if (request.method === 'HEAD') return describe().send();
      const around = form === 'html' ? aroundReport(kind, { base, report: id }, links) : (['', ''] as const);
      const page = await ready.lend({ name, id, around });
      if (!page) return trouble(UNKNOWN, request, reply);
      if (page === 'too-large') return trouble(TOO_LARGE, request, reply);
      whenOver(request.raw, reply.raw, page.giveBack);
      const refused = isCostly(request, page.gzipped) && visits.extra(request, UNPACKING_COST);
      if (refused) return trouble(refused, request, reply);
      return sendGzipped(request, describe(), page.gzipped);
    };

  at('/', { GET: (_request, reply) => sendHtml(reply, messagePage('Chess for people', WELCOME, links)) });

  for (const kind of ['script', 'style'] as const)
    at(`/${links.assets[kind].slice(base.length)}`, {
      GET: (request, reply) =>
        sendGzipped(request, reply.header('cache-control', FOREVER).type(TYPES[kind]), assets[kind]),
    });

  at('/r/:id', { GET: show('html'), HEAD: show('html') });
  at('/r/:id/data', { GET: show('json'), HEAD: show('json') });

  at('/r/:id/run', {
    POST: async (request, reply) => {
      const found = find(request.params.id);
      if ('status' in found) return trouble(found, request, reply);
      const visitor = visitorOf(request.ip);
      const refused = quotas.refusal(visitor);
      if (refused) return trouble(tooMuch(refused, now()), request, reply);
      const input = { stored: found, wishes: request.body };
      const asked = await tasks.run('runAgain', input, { owner: visitor });
      if (!asked.ok) return trouble({ status: 400, message: asked.message }, request, reply);
      const run = await runs.begin(asked.value, visitor, quotas.take(visitor));
      return reply.code(202).send({ run: run.id });
    },
  });

  at('/runs/:id', {
    GET: (request, reply) => {
      const run = runs.find(request.params.id);
      if (!run) return trouble(ENDED, request, reply);
      const leave = streams.take(visitorOf(request.ip));
      if (!leave) return trouble(MANY_STREAMS, request, reply);
      reply.hijack();
      whenOver(request.raw, reply.raw, leave);
      return run.stream(request.raw, reply.raw);
    },
    HEAD: (request, reply) => (runs.find(request.params.id) ? reply.code(204).send() : trouble(ENDED, request, reply)),
    DELETE: (request, reply) => {
      runs.find(request.params.id)?.cancel();
      return reply.code(204).send();
    },
  });
}
