import type { IncomingMessage, ServerResponse } from 'node:http';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { z } from 'zod';
import { flushFailedRequests } from '../../failures/failure-buffer';
import { database, type Database } from '../../platform/db';
import { renderMetrics } from '../../platform/metrics/scrape';
import { openTestDatabase } from '../../platform/testing/test-database';
import { connectRaw, openTestServer, type TestServer } from '../server/test-server';
import { endpoint } from '../endpoint';

const HALF =
  'POST /api/v1/echo HTTP/1.1\r\nhost: localhost\r\ncontent-type: application/json\r\ncontent-length: 9\r\n\r\n{"a"';

let db: Database;
let server: TestServer;
beforeAll(async () => {
  db = await openTestDatabase();
  server = await openTestServer({
    '/api/v1/echo': { POST: endpoint({ auth: 'public', body: z.looseObject({}), run: ({ body }) => body }) },
  });
});
afterAll(async () => {
  await server.close();
  await db.close();
});

/** How many requests were answered with each status, as the metrics count them. */
async function counted(status: number): Promise<number> {
  const { text } = await renderMetrics();
  const line = text.split('\n').find((one) => one.startsWith('farebox_requests_total') && one.includes(`"${status}"`));
  return Number(line?.split(' ').at(-1) ?? 0);
}

const reset = () => Object.assign(new Error('aborted'), { code: 'ECONNRESET' });

it.each<[string, (incoming: IncomingMessage, outgoing: ServerResponse) => void]>([
  ['the body first', (incoming) => void incoming.destroy(reset())],
  [
    'the response first',
    (incoming, outgoing) => {
      outgoing.emit('close');
      incoming.destroy(reset());
    },
  ],
])('counts a connection reset during a body as a caller that left, if it reaches %s', async (_, breakOff) => {
  const before = await counted(499);
  server.server.once('request', (incoming, outgoing) => {
    // Once the pipeline waits for the rest of the body.
    incoming.once('resume', () => setImmediate(() => breakOff(incoming, outgoing)));
  });
  await connectRaw(server.port, HALF).ended;
  await expect.poll(() => counted(499)).toBe(before + 1);
  expect(await counted(500)).toBe(0);
  await flushFailedRequests();
  expect(await database().query('select 1 from failed_request')).toEqual([]);
});
