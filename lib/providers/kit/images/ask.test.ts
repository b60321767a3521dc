import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { parseLargeJson } from '../../../platform/json/large-json';
import { askBytes, askJson, type ImageRequests } from './ask';

const PIECE = Buffer.alloc(1_000_000, 'a');
const PIECES = 10;

/** A server with a long answer: `/announced` says how long, `/chunked` does not; `/json` is a text of that length. */
let server: Server;
/** Called before the last piece of an answer, which waits for what it returns. */
let beforeLast: () => Promise<void>;

beforeAll(async () => {
  server = createServer(({ url }, response) => {
    if (url === '/announced') response.setHeader('content-length', PIECE.byteLength * PIECES);
    const write = (left: number): void => {
      const more = () => write(left - 1);
      if (left === 0) response.end(url === '/json' ? '"' : '');
      else if (left === 1) void beforeLast().then(() => response.write(PIECE, more));
      else response.write(PIECE, more);
    };
    if (url === '/json') response.write('"');
    write(PIECES);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
});
beforeEach(() => (beforeLast = () => Promise.resolve()));
afterAll(() => server.close());

const addressOf = (path: string) => `http://127.0.0.1:${(server.address() as AddressInfo).port}${path}`;
const requests = (more: Partial<ImageRequests> = {}): ImageRequests => ({
  identity: { provider: 'p', model: 'm', secrets: [] },
  headers: {},
  times: undefined,
  account: undefined,
  signal: new AbortController().signal,
  ...more,
});

setFlagsFromString('--expose-gc');
const collectGarbage = runInNewContext('gc') as () => void;

describe('a long answer', () => {
  it('is not held a second time beside its pieces', async () => {
    const size = PIECE.byteLength * PIECES;
    collectGarbage();
    const before = process.memoryUsage().arrayBuffers;
    beforeLast = async () => {
      // The pieces before it are still being read.
      await new Promise((resolve) => setTimeout(resolve, 1_000));
      // What is in buffers afterward is in use.
      collectGarbage();
    };
    await askBytes({ url: addressOf('/announced') }, requests());
    expect(process.memoryUsage().arrayBuffers - before).toBeLessThan(1.3 * size);
  });

  it.each(['/announced', '/chunked'])('is complete (%s)', async (path) => {
    const bytes = await askBytes({ url: addressOf(path) }, requests());
    expect(bytes.byteLength).toBe(PIECE.byteLength * PIECES);
    expect(Buffer.compare(bytes, Buffer.alloc(bytes.byteLength, PIECE))).toBe(0);
  });

  it('is refused above the limit', async () => {
    const asked = askBytes({ url: addressOf('/chunked') }, requests({ maxBytes: PIECE.byteLength }));
    await expect(asked).rejects.toMatchObject({ code: 'INFERENCE_FAILED' });
  });

  it('says that the upstream has answered if our own queue for parsing it is full', async () => {
    const account = 'busy';
    const parse = (text: string) =>
      parseLargeJson([new TextEncoder().encode(text)], null, { account }).catch(() => undefined);
    let parsing: Promise<unknown>[] = [];
    beforeLast = () => {
      // An account has one worker: all others wait for the first.
      parsing = [`[${'0,'.repeat(10_000_000)}0]`, ...Array<string>(500).fill('0')].map(parse);
      return Promise.resolve();
    };
    const asked = askJson({ url: addressOf('/json') }, requests({ account }));
    await expect(asked).rejects.toMatchObject({ code: 'MODEL_AT_CAPACITY', options: { ownQueue: 'after' } });
    await Promise.all(parsing);
  });

  it('is parsed whole', async () => {
    expect(await askJson({ url: addressOf('/json') }, requests())).toHaveLength(PIECE.byteLength * PIECES);
  });
});
