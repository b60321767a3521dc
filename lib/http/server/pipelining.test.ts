import { afterEach, expect, it } from 'vitest';
import { endpoint } from '../endpoint';
import { connectRaw, openTestServer, type TestServer } from './test-server';

const request = (path: string) => `GET /api/v1/${path} HTTP/1.1\r\nhost: localhost\r\n\r\n`;
const PIPELINED = 16;

let server: TestServer;
afterEach(() => server.close());

/** A route that ends when its client leaves, one that answers at once, and counters of both. */
async function openPipeline() {
  const seen = { begun: 0, left: 0, answered: 0, atOnce: 0 };
  let running = 0;
  const slow = endpoint({
    auth: 'public',
    run: async (_, { signal }) => {
      seen.begun += 1;
      await new Promise((resolve) => signal.addEventListener('abort', resolve));
      seen.left += 1;
      return {};
    },
  });
  const quick = endpoint({
    auth: 'public',
    run: async () => {
      running += 1;
      seen.atOnce = Math.max(seen.atOnce, running);
      await new Promise(setImmediate);
      running -= 1;
      seen.answered += 1;
      return { number: seen.answered };
    },
  });
  server = await openTestServer({ '/api/v1/slow': { GET: slow }, '/api/v1/quick': { GET: quick } });
  return seen;
}

const numbers = (text: string) => [...text.matchAll(/"number":(\d+)/g)].map(([, number]) => Number(number));
const ALL = Array.from({ length: PIPELINED }, (_, at) => at + 1);

it('answers pipelined requests one after another, in their order', async () => {
  const seen = await openPipeline();
  const client = connectRaw(server.port, request('quick').repeat(PIPELINED));
  await expect.poll(() => numbers(client.received())).toEqual(ALL);
  expect(seen.atOnce).toBe(1);
  client.socket.destroy();
});

it('answers all of them to a client that shuts down its writing side', async () => {
  await openPipeline();
  const client = connectRaw(server.port, request('quick').repeat(PIPELINED));
  client.socket.end();
  await expect.poll(() => numbers(client.received())).toEqual(ALL);
});

it('ends the current request when the client leaves, and starts no other', async () => {
  const seen = await openPipeline();
  const client = connectRaw(server.port, request('slow').repeat(PIPELINED));
  await expect.poll(() => seen.begun).toBe(1);
  client.socket.destroy();
  await expect.poll(() => seen.left).toBe(1);
  // Enough turns for the next requests to start if they could.
  for (let turn = 0; turn < PIPELINED; turn += 1) await new Promise(setImmediate);
  expect(seen.begun).toBe(1);
});

it('notices that a client has left after it shut down its writing side', async () => {
  const seen = await openPipeline();
  const client = connectRaw(server.port, request('slow').repeat(PIPELINED));
  await expect.poll(() => seen.begun).toBe(1);
  client.socket.end();
  await expect.poll(client.received).toContain('100 Continue');
  expect(seen.left).toBe(0);
  client.socket.destroy();
  // The first write after the reset shows that it is gone.
  await expect.poll(() => seen.left, { timeout: 10_000 }).toBe(1);
});

it('creates no response for requests after the one that exceeds the bound', async () => {
  const seen = await openPipeline();
  let requests = 0;
  server.server.on('request', () => (requests += 1));
  const client = connectRaw(server.port, request('slow').repeat(1_000));
  await new Promise((resolve) => client.socket.on('close', resolve));
  expect(requests).toBe(PIPELINED + 1);
  expect(seen.begun).toBeLessThanOrEqual(1);
});
