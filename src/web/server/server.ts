import { createHash } from 'node:crypto';
import { promisify } from 'node:util';
import { gzip } from 'node:zlib';
import fastify, { type FastifyError, type FastifyInstance } from 'fastify';
import type { Logger } from 'pino';
import { Fault, systemReason, toFault } from '../../base/fault.ts';
import type { AnalysisService } from '../../service/jobs.ts';
import { type Quota, Quotas } from '../../service/quota.ts';
import type { Reports } from '../../store/reports.ts';
import type { TaskPool } from '../../tasks/tasks.ts';
import { type PageAssets, pageAssets } from '../assets.ts';
import type { PageLinks } from '../html.ts';
import { basePath } from '../protocol.ts';
import { isNews, type Trouble, troubleOf } from './messages.ts';
import { PageCache } from './page-cache.ts';
import { answerTrouble, HEADERS, hangUp } from './responses.ts';
import { addRoutes } from './routes.ts';
import { RUN_TIMING, type RunTiming, VisitorRuns } from './runs.ts';
import { VISIT_LIMITS, type VisitLimits, Visits } from './visits.ts';

export interface PageServerOptions {
  service: AnalysisService;
  reports: Pick<Reports, 'get' | 'head' | 'packed' | 'putPacked' | 'answerTo'>;
  /** By which pages are made. */
  tasks: Pick<TaskPool, 'run'>;
  /** Of Kibitz: what was looked at with another one is sent anew. */
  version: string;
  /** Where the source of Kibitz is. */
  sourceUrl: string;
  log: Logger;
  host: string;
  /** 0: any that is free. */
  port: number;
  /** Under which people reach it; where it listens if nothing is said. */
  publicUrl?: string | undefined;
  /** Those whose word on where a request comes from is taken: addresses, and networks such as 10.0.0.0/8. */
  proxies?: readonly string[];
  /** What may be run from one address. */
  quota: Quota;
  /** What else one address may do. */
  limits?: Partial<VisitLimits>;
  timing?: Partial<RunTiming>;
  now?: () => number;
}

/** Wishes are a few numbers. */
export const MAX_BODY = 4_096;
/** Of a request's first line and all its headers: twice what browsers and proxies need. */
export const MAX_HEADERS = 16 * 1024;
/** For how long a connection waits for another request. */
const KEPT_MS = 10_000;
/** How often, in the time that a request has to come, it is looked whether it has not. */
const CHECKS = 10;

/** Reports in a browser: owns the port, the lines to it, and what visitors have running. */
export class PageServer {
  readonly #options: PageServerOptions;
  readonly #runs: VisitorRuns;
  #app: FastifyInstance | undefined;
  #isClosing = false;

  constructor(options: PageServerOptions) {
    this.#options = options;
    this.#runs = new VisitorRuns({ ...options, timing: { ...RUN_TIMING, ...options.timing } });
  }

  /** Where it is reached from this machine, with a slash at its end. */
  async open(): Promise<string> {
    const { host, port } = this.#options;
    const app = await this.#make();
    this.#app = app;
    try {
      return `${await app.listen({ host, port })}/`;
    } catch (error) {
      await this.close();
      throw listenFault(error as NodeJS.ErrnoException, host, port);
    }
  }

  async #make(): Promise<FastifyInstance> {
    const { publicUrl = 'http://127.0.0.1/', proxies = [], quota, log, reports, tasks, version } = this.#options;
    const { sourceUrl, now = Date.now } = this.#options;
    const limits = { ...VISIT_LIMITS, ...this.#options.limits };
    const visits = new Visits(limits, proxies, now);
    const base = basePath(publicUrl);
    const texts = await pageAssets();
    const links: PageLinks = { assets: assetPaths(texts, base), source: sourceUrl };
    const assets = { script: await gzipped(texts.script), style: await gzipped(texts.style) };
    const app = fastify({
      logger: false,
      trustProxy: proxies.length > 0 ? [...proxies] : false,
      bodyLimit: MAX_BODY,
      http: { maxHeaderSize: MAX_HEADERS, connectionsCheckingInterval: limits.requestMs / CHECKS },
      requestTimeout: limits.requestMs,
      connectionTimeout: limits.silenceMs,
      keepAliveTimeout: KEPT_MS,
      forceCloseConnections: true,
      routerOptions: { ignoreTrailingSlash: true },
      // A proxy may leave the path before everything as it is, or take it away.
      rewriteUrl: ({ url = '/' }) => (url.startsWith(base) ? `/${url.slice(base.length)}` : url),
      // What is refused before any hook is called looks like everything else: a path that cannot be, what is no HTTP,
      // a late one.
      frameworkErrors: (_error, request, reply) => answerTrouble(NOTHING, request, reply.headers(HEADERS), links),
      clientErrorHandler: hangUp,
      return503OnClosing: false,
    });
    visits.guard(app.server);
    app.removeContentTypeParser('text/plain');
    app.addHook('onRequest', async (request, reply) => {
      reply.headers(HEADERS);
      if (this.#isClosing) throw CLOSING;
      const refused = visits.refusal(request, reply);
      if (refused) return answerTrouble(refused, request, reply, links);
    });
    app.addHook('onSend', async (request, reply) => visits.limitTime(request, reply));
    app.setErrorHandler((error: FastifyError, request, reply) => {
      if (!isOurs(error)) return answerTrouble(requestTrouble(error), request, reply, links);
      const fault = toFault(error);
      if (isNews(fault)) log.error(fault, 'a visitor could not be answered');
      return answerTrouble(troubleOf(fault), request, reply, links);
    });
    app.setNotFoundHandler((request, reply) => {
      const [path] = request.url.split('?');
      return `${path}/` === base ? reply.redirect(base) : answerTrouble(NOTHING, request, reply, links);
    });
    addRoutes(app, {
      ...{ base, assets, links, reports, tasks, now, runs: this.#runs, quotas: new Quotas(quota, now) },
      version: nameOf(`${version} ${JSON.stringify(links)}`),
      ready: new PageCache({ reports, tasks }),
      visits,
    });
    return app;
  }

  /** The pages that listen to runs are told, and every connection is closed. */
  async close(): Promise<void> {
    this.#isClosing = true;
    this.#runs.close();
    await this.#app?.close();
  }
}

const CLOSING = new Fault('closing', 'Kibitz is shutting down.');
const NOTHING: Trouble = {
  status: 404,
  message: 'Reports are reached by the link that came with them; look for a mistake in the address.',
};

const gzipped = promisify(gzip);

/** The same for the same contents. */
const nameOf = (text: string): string => createHash('sha256').update(text).digest('base64url').slice(0, 16);

const assetPaths = ({ script, style }: PageAssets, base: string): PageLinks['assets'] => ({
  script: `${base}assets/${nameOf(script)}.js`,
  style: `${base}assets/${nameOf(style)}.css`,
});

/** Fastify's own complaints are about what was sent. */
const isOurs = ({ statusCode }: FastifyError): boolean => statusCode === undefined || statusCode >= 500;

function requestTrouble({ statusCode = 400 }: FastifyError): Trouble {
  if (statusCode === 413) return { status: 413, message: `body: at most ${MAX_BODY} bytes, please.` };
  if (statusCode === 415) return { status: 415, message: 'content-type: send the values as application/json.' };
  return { status: statusCode, message: 'body: this is not JSON.' };
}

function listenFault(error: NodeJS.ErrnoException, host: string, port: number): Fault {
  const because = (sentence: string) => new Fault('bad-input', sentence, { cause: error });
  switch (error.code) {
    case 'EADDRINUSE':
      return because(`KIBITZ_WEB_PORT: ${port} is taken on ${host} by another program; give another port.`);
    case 'EACCES':
      return because(`KIBITZ_WEB_PORT: ${port} may not be used by you; give one from 1024 on.`);
    default:
      return because(`KIBITZ_WEB_HOST: nothing can be served at "${host}": ${systemReason(error)}.`);
  }
}
