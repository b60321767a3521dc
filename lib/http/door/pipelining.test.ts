import { afterEach, expect, it } from 'vitest';
import { endpoint } from '../endpoint';
import { connectRaw, openTestDoor, type TestDoor } from './test-door';

const REQUEST = 'GET /api/v1/slow HTTP/1.1\r\nhost: localhost\r\n\r\n';
const PIPELINED = 16;

let door: TestDoor;
afterEach(() => door.close());

/** A route that answers when its client has left, and a count of those. */
async function openSlowDoor() {
  const seen = { begun: 0, left: 0 };
  const slow = endpoint({
    auth: 'public',
    run: async (_, { signal }) => {
      seen.begun += 1;
      await new Promise((resolve) => signal.addEventListener('abort', resolve));
      seen.left += 1;
      return {};
    },
  });
  door = await openTestDoor({ '/api/v1/slow': { GET: slow } });
  return seen;
}

it('ends the work of every pipelined request when the client leaves, not only of the first', async () => {
  const seen = await openSlowDoor();
  const client = connectRaw(door.port, REQUEST.repeat(PIPELINED));
  await expect.poll(() => seen.begun).toBe(PIPELINED);
  client.socket.destroy();
  await expect.poll(() => seen.left).toBe(PIPELINED);
});

it('keeps the number of listeners on a connection, whatever it pipelines', async () => {
  const counts: number[] = [];
  const seen = await openSlowDoor();
  door.server.on('request', ({ socket }) => counts.push(socket.listenerCount('end') + socket.listenerCount('close')));
  const client = connectRaw(door.port, REQUEST.repeat(PIPELINED));
  await expect.poll(() => seen.begun).toBe(PIPELINED);
  expect(new Set(counts).size).toBe(1);
  client.socket.destroy();
});

it('goes on with what waits when the client shuts down its writing side after pipelining', async () => {
  const seen = await openSlowDoor();
  const client = connectRaw(door.port, REQUEST.repeat(PIPELINED));
  await expect.poll(() => seen.begun).toBe(PIPELINED);
  client.socket.end();
  await expect.poll(client.received).toContain('100 Continue');
  expect(seen.left).toBe(0);
  client.socket.destroy();
  // The first write after the reset shows that it is gone.
  await expect.poll(() => seen.left, { timeout: 10_000 }).toBe(PIPELINED);
});

it('takes no notice of what comes with the request that is one too many', async () => {
  await openSlowDoor();
  let requests = 0;
  door.server.on('request', () => (requests += 1));
  const client = connectRaw(door.port, REQUEST.repeat(1_000));
  await new Promise((resolve) => client.socket.on('close', resolve));
  expect(requests).toBe(PIPELINED + 1);
});
