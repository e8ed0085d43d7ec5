import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readdirSync, readFileSync, utimesSync, writeFileSync } from 'node:fs';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { create } from 'tar';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { makeFolder } from '../../src/base/folder.ts';
import { unreachable } from '../../src/engine/download.ts';
import { findModel, type ModelEntry, type ModelSource, readManifest } from '../../src/engine/manifest.ts';
import { ensureModel, inspectModel, modelPath, pullModel } from '../../src/engine/model-store.ts';
import { temporaryFolder } from '../support/settings.ts';

const CONTENT = { 'net.onnx': Buffer.from('a small net'), 'net.onnx.data': Buffer.alloc(300_000, 7) };
const sha256 = (data: Buffer) => createHash('sha256').update(data).digest('hex');

let server: Server;
let base: string;
let requests: string[] = [];
/** What the loopback server does instead of answering, per path. */
const trouble = new Map<string, 'cut' | 'wrong' | 'missing' | 'flood'>();

beforeAll(async () => {
  const packed = packTarball();
  server = createServer((request, response) => {
    const path = request.url ?? '/';
    requests.push(path);
    const name = path.split('/').at(-1) as keyof typeof CONTENT;
    const content = CONTENT[name];
    if (path.startsWith('/registry/')) return answerRegistry(path, response, packed);
    switch (trouble.get(path)) {
      case 'missing':
        return response.writeHead(404).end();
      case 'wrong':
        return response.end(Buffer.alloc(content.length, 1));
      case 'flood':
        return response.end(Buffer.alloc(content.length + 1_000_000, 1));
      case 'cut':
        response.writeHead(200, { 'content-length': content.length });
        response.write(content.subarray(0, 1000));
        return setTimeout(() => response.destroy(), 50);
      default:
        return content ? response.end(content) : response.writeHead(404).end();
    }
  });
  await new Promise<void>(resolve => server.listen(0, '127.0.0.1', resolve));
  base = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
});
afterAll(() => server.close());

function packTarball(): Buffer {
  const folder = temporaryFolder();
  mkdirSync(join(folder, 'package/models'), { recursive: true });
  writeFileSync(join(folder, 'package/package.json'), JSON.stringify({ name: 'nets', version: '1.0.0' }));
  for (const [name, content] of Object.entries(CONTENT)) writeFileSync(join(folder, 'package/models', name), content);
  create({ file: join(folder, 'p.tar'), cwd: folder, sync: true }, ['package']);
  return gzipSync(readFileSync(join(folder, 'p.tar')));
}

function answerRegistry(path: string, response: import('node:http').ServerResponse, tarball: Buffer): unknown {
  if (path.endsWith('.tgz')) return response.end(tarball);
  const integrity = `sha512-${createHash('sha512').update(tarball).digest('base64')}`;
  const dist = { tarball: `${base}/registry/nets/-/nets-1.0.0.tgz`, integrity };
  return response.end(
    JSON.stringify({
      name: 'nets',
      'dist-tags': { latest: '1.0.0' },
      versions: { '1.0.0': { name: 'nets', version: '1.0.0', dist } },
    }),
  );
}

const model = (...sources: ModelSource[]): ModelEntry => ({
  id: 'net',
  name: 'Net',
  family: 'maia3',
  license: 'none',
  credit: 'tests',
  ratings: [600, 2600],
  files: Object.entries(CONTENT).map(([name, data]) => ({ name, bytes: data.length, sha256: sha256(data) })),
  sources,
});
const url = (folder: string): ModelSource => ({ kind: 'url', folder: `${base}/${folder}/` });
const broken = (folder: string, how: 'cut' | 'wrong' | 'missing' | 'flood'): ModelSource => {
  trouble.set(`/${folder}/net.onnx.data`, how);
  return url(folder);
};

describe('pulling a model', () => {
  it('installs checked files and reports how far it is', async () => {
    const root = temporaryFolder();
    const seen: number[] = [];
    await pullModel(root, model(url('good')), { onProgress: ({ done, total }) => seen.push(done / total) });
    expect(await inspectModel(root, model(url('good')))).toEqual({ kind: 'installed' });
    expect(seen).toEqual([...seen].sort((a, b) => a - b));
    expect(seen.at(-1)).toBe(1);
    expect(readdirSync(root)).toEqual(['net']); // no lock, no left-overs
  });

  it('goes through npm, with the user’s own registry', async () => {
    const root = temporaryFolder();
    const before = process.env.npm_config_registry;
    process.env.npm_config_registry = `${base}/registry/`;
    try {
      await pullModel(root, model({ kind: 'npm', package: 'nets@1.0.0', folder: 'models', bytes: 2000 }));
    } finally {
      if (before === undefined) delete process.env.npm_config_registry;
      else process.env.npm_config_registry = before;
    }
    const files = await ensureModel(root, model(broken('unused', 'missing')));
    expect(files.get('net.onnx')).toEqual(CONTENT['net.onnx']);
    expect(readdirSync(join(root, 'net')).sort()).toEqual(['net.onnx', 'net.onnx.data']);
  });

  it.each(['cut', 'wrong', 'missing', 'flood'] as const)('takes the next source when one fails (%s)', async how => {
    const root = temporaryFolder();
    await pullModel(root, model(broken(how, how), url('good')));
    expect(await inspectModel(root, model())).toEqual({ kind: 'installed' });
  });

  it('names every reason and what to do when no source delivers', async () => {
    const root = temporaryFolder();
    const pull = pullModel(root, model(broken('a', 'missing'), broken('b', 'wrong')));
    await expect(pull).rejects.toMatchObject({
      code: 'model-missing',
      message: expect.stringMatching(
        /^Net is not installed and could not be fetched: .*answered 404.*; .*net.onnx.data has the wrong checksum\. .*net.onnx and net.onnx.data into /,
      ),
    });
    expect(existsSync(join(root, 'net'))).toBe(false);
  });

  it('says so when the folder cannot be written', async () => {
    const root = join(temporaryFolder(), 'file');
    writeFileSync(root, 'not a folder');
    await expect(pullModel(root, model(url('good')))).rejects.toThrow(
      /the model folder .* cannot be written to: (its folder is a file|there is a file in its place)\./,
    );
  });

  it('is done once when two ask at the same time', async () => {
    const root = temporaryFolder();
    requests = [];
    const [one, two] = await Promise.all([
      ensureModel(root, model(url('twice'))),
      ensureModel(root, model(url('twice'))),
    ]);
    expect(one).toEqual(two);
    expect(requests.filter(path => path === '/twice/net.onnx.data')).toHaveLength(1);
  });

  it('does not wait for the lock of a dead process', async () => {
    const root = temporaryFolder();
    const stale = join(root, 'net.lock');
    writeFileSync(stale, '');
    const longAgo = new Date(Date.now() - 60_000);
    utimesSync(stale, longAgo, longAgo);
    await pullModel(root, model(url('good')));
    expect(existsSync(stale)).toBe(false);
  });

  it('clears away what a killed process left', async () => {
    const root = temporaryFolder();
    mkdirSync(join(root, '.pull-net-999999999'));
    writeFileSync(join(root, '.pull-net-999999999/half.tgz'), 'x'.repeat(1000));
    await pullModel(root, model(url('good')));
    expect(readdirSync(root)).toEqual(['net']);
  });

  it('leaves nothing when cancelled in the middle of npm', async () => {
    const root = temporaryFolder();
    const cancel = new AbortController();
    const pull = pullModel(root, model({ kind: 'npm', package: 'nets@1.0.0', folder: 'models', bytes: 2000 }), {
      signal: cancel.signal,
      onProgress: () => cancel.abort(),
    });
    await expect(pull).rejects.toMatchObject({ code: 'cancelled' });
    expect(readdirSync(root)).toEqual([]);
  });

  it('ends when cancelled, while waiting for another process too', async () => {
    const root = temporaryFolder();
    writeFileSync(join(root, 'net.lock'), '');
    const cancel = new AbortController();
    const pull = pullModel(root, model(url('good')), { signal: cancel.signal });
    setTimeout(() => cancel.abort(), 100);
    await expect(pull).rejects.toMatchObject({ code: 'cancelled' });
    expect(readdirSync(root)).toEqual(['net.lock']); // the other one's lock stays, our staging folder goes
  });
});

describe('a file of this machine', () => {
  const oneFile: ModelEntry = {
    ...model(),
    files: [{ name: 'net.onnx', bytes: 1, about: true, sha256: sha256(CONTENT['net.onnx']) }],
  };
  const local = (path: string, entry = model()): ModelEntry => ({ ...entry, sources: [{ kind: 'local', path }] });

  it('is installed like one from far away, alone or from a folder, and checked as well', async () => {
    const [root, folder] = [temporaryFolder(), temporaryFolder()];
    for (const [name, content] of Object.entries(CONTENT)) writeFileSync(join(folder, name), content);
    await pullModel(root, local(folder));
    expect(await inspectModel(root, model())).toEqual({ kind: 'installed' });
    const other = temporaryFolder();
    writeFileSync(join(folder, 'another-name'), CONTENT['net.onnx']);
    await pullModel(other, local(join(folder, 'another-name'), oneFile));
    expect(await inspectModel(other, oneFile)).toEqual({ kind: 'installed' });
    const wrong = pullModel(temporaryFolder(), local(join(folder, 'net.onnx.data'), oneFile));
    await expect(wrong).rejects.toThrow('what the source delivered as net.onnx has the wrong checksum');
  });

  it('that is not there, or not all of it, is named', async () => {
    const gone = pullModel(temporaryFolder(), local('/nowhere/net.pb.gz', oneFile));
    await expect(gone).rejects.toThrow(
      'Net is not installed and could not be fetched: /nowhere/net.pb.gz cannot be read: there is no such file.',
    );
    await expect(pullModel(temporaryFolder(), local('/nowhere'))).rejects.toThrow(
      '/nowhere is not a folder with 2 files',
    );
    expect(await unreachable({ kind: 'local', path: '/nowhere' })).toBe('/nowhere is not there');
    expect(await unreachable({ kind: 'local', path: temporaryFolder() })).toBeUndefined();
  });
});

describe('a broken file', () => {
  it('is refused with the reason and fetched again', async () => {
    const root = temporaryFolder();
    const entry = model(url('good'));
    await pullModel(root, entry);
    writeFileSync(modelPath(root, entry, 'net.onnx.data'), Buffer.alloc(300_000, 8));
    expect(await inspectModel(root, entry)).toEqual({ kind: 'broken', reason: 'net.onnx.data has the wrong checksum' });
    writeFileSync(modelPath(root, entry, 'net.onnx.data'), 'short');
    expect(await inspectModel(root, entry)).toEqual({
      kind: 'broken',
      reason: 'net.onnx.data has 5 bytes instead of 300000',
    });
    expect((await ensureModel(root, entry)).get('net.onnx.data')).toEqual(CONTENT['net.onnx.data']);
  });

  it('that cannot be replaced is named', async () => {
    const root = temporaryFolder();
    await pullModel(root, model(url('good')));
    writeFileSync(modelPath(root, model(), 'net.onnx'), 'x');
    await expect(ensureModel(root, model(broken('gone', 'missing')))).rejects.toMatchObject({
      code: 'model-broken',
      message: expect.stringContaining('Net is broken (net.onnx has 1 bytes instead of 11) and could not be fetched'),
    });
  });
});

describe('the manifest', () => {
  it('holds the default model, and refuses one it does not know by name', () => {
    expect(readManifest().map(({ id }) => id)).toContain('maia3-5m');
    expect(() => findModel('maia9')).toThrow('model: there is no "maia9"; known: maia3-5m, maia1-1100, maia1-1200,');
  });

  it('holds nine nets of Maia-1, one for each hundred from 1100 to 1900', () => {
    const nets = readManifest().filter(({ family }) => family === 'maia1');
    expect(nets.map(({ id, ratings }) => [id, ...ratings])).toEqual(
      [1100, 1200, 1300, 1400, 1500, 1600, 1700, 1800, 1900].map(rating => [`maia1-${rating}`, rating, rating]),
    );
    expect(new Set(nets.map(({ files: [file] }) => file?.sha256)).size).toBe(9);
  });

  it('tells whether a source answers', async () => {
    expect(await unreachable(url('good'))).toBeUndefined();
    expect(await unreachable({ kind: 'url', folder: 'http://127.0.0.1:1/' })).toBe('127.0.0.1:1 does not answer');
  });
});

describe('a folder', () => {
  it('is made with those above it, and refused where none can be', () => {
    const folder = join(temporaryFolder(), 'a/b/c');
    makeFolder(folder);
    makeFolder(folder);
    expect(existsSync(folder)).toBe(true);
    writeFileSync(join(folder, 'file'), '');
    expect(() => makeFolder(join(folder, 'file'))).toThrow('ENOTDIR');
    expect(() => makeFolder(join(folder, 'file/d'))).toThrow('ENOTDIR');
  });

  it.runIf(process.platform === 'linux')('in /proc is an error, not an endless try', () => {
    expect(() => makeFolder('/proc/nope/data')).toThrow('ENOENT');
  });
});
