import type { IncomingHttpHeaders, IncomingMessage } from 'node:http';

/** A request as it arrived, taken apart. */
export interface Request {
  method: string;
  /** Without `/api/v10`, decoded: discord.js writes `@original` as `%40original`. */
  path: string;
  query: URLSearchParams;
  headers: IncomingHttpHeaders;
  kind: 'empty' | 'json' | 'multipart' | 'other';
  /** The JSON body, or the `payload_json` of a multipart one. */
  body: unknown;
  files: Upload[];
  at: number;
  /** What it was answered with. */
  status?: number;
}

export interface Upload {
  /** `files[0]` */
  field: string;
  name: string;
  contentType: string;
  bytes: Buffer;
}

async function bytesOf(message: IncomingMessage): Promise<Buffer> {
  const chunks: Buffer[] = [];
  for await (const chunk of message) chunks.push(chunk as Buffer);
  return Buffer.concat(chunks);
}

type Content = Pick<Request, 'kind' | 'body' | 'files'>;

async function contentOf(type: string, bytes: Buffer): Promise<Content> {
  if (bytes.length === 0) return { kind: 'empty', body: undefined, files: [] };
  if (type.startsWith('application/json')) return { kind: 'json', body: JSON.parse(bytes.toString()), files: [] };
  if (!type.startsWith('multipart/form-data')) return { kind: 'other', body: undefined, files: [] };
  let body: unknown;
  const files: Upload[] = [];
  for (const [field, value] of await new Response(bytes, { headers: { 'content-type': type } }).formData()) {
    if (typeof value === 'string') body = field === 'payload_json' ? JSON.parse(value) : body;
    else
      files.push({
        field,
        name: value.name,
        contentType: value.type,
        bytes: Buffer.from(await value.arrayBuffer()),
      });
  }
  return { kind: 'multipart', body, files };
}

export async function readRequest(message: IncomingMessage, base: string): Promise<Request> {
  const { pathname, searchParams } = new URL(message.url ?? '', 'http://127.0.0.1');
  const content = await contentOf(message.headers['content-type'] ?? '', await bytesOf(message));
  return {
    method: message.method ?? '',
    path: decodeURIComponent(pathname.startsWith(base) ? pathname.slice(base.length) : pathname),
    query: searchParams,
    headers: message.headers,
    ...content,
    at: Date.now(),
  };
}
