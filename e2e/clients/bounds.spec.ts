import { mkdtempSync, writeFileSync } from 'node:fs';
import { connect } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { expect, OWNER, test } from '../support/fixtures';
import { admin, createKey } from '../support/operator';
import { filled, members, postRaw, type RawPost, type RawReply } from '../support/raw-body';
import { type FareboxServer, startFarebox } from '../support/server';
import { type SlowModel, startSlowModel } from '../support/slow-model';

/* How much one caller can take from the others, tested against the real server over raw connections. Asserts bounds,
   counts, order, and survival; times and memory are up to the benchmark (`npm run bench -- abuse`). */

const MEGABYTE = 1_000_000;
/** The heap of the server under attack, and the part it may use for requests. */
const HEAP_MEGABYTES = 1_024;
const REQUEST_MEMORY_MEGABYTES = 240;
/** An account may use a quarter of the memory for requests, but never less than its largest request needs. */
const ACCOUNT_MEMORY_MEGABYTES = 120;
const BYTES_PER_BODY_BYTE = 3;
const LARGEST = 34 * MEGABYTE;
const STREAMS_PER_ACCOUNT = 18;

let server: FareboxServer;
let model: SlowModel;
const keys = { greedy: '', modest: '', penniless: '' };

test.beforeAll(async () => {
  test.setTimeout(180_000);
  model = await startSlowModel();
  server = await startFarebox({
    OWNER_EMAIL: OWNER.email,
    OWNER_PASSWORD: OWNER.password,
    WELCOME_CREDIT_USD: '0',
    EMBEDDED_MODELS: 'none',
    SERVICE_FILE: serviceFile(model.baseUrl),
    REQUEST_MEMORY_MB: String(REQUEST_MEMORY_MEGABYTES),
    NODE_OPTIONS: `--max-old-space-size=${HEAP_MEGABYTES}`,
    LOG_LEVEL: 'error',
  });
  keys.greedy = await makeAccount('greedy');
  keys.modest = await makeAccount('modest');
  keys.penniless = await createKey(server);
});

test.afterEach(() => model.release());

test.afterAll(async () => {
  await server.stop();
  await model.stop();
});

/** Creates an account with credit. @returns a key of it */
async function makeAccount(name: string): Promise<string> {
  const email = `${name}@example.com`;
  await admin(server, 'account', 'create', '--email', email);
  await admin(server, 'credit', '--email', email, '--usd', '50');
  return String((await admin(server, 'key', 'create', '--email', email, '--type', 'ADMIN')).apiKey);
}

/** The models of the scripted server, at 0.10 and 0.20 USD per million tokens; no rate limit is reached first. */
function serviceFile(baseUrl: string): string {
  const noLimit = { text_XS: { rpm: 1_000_000, tpm: 1_000_000_000_000 } };
  const file = join(mkdtempSync(join(tmpdir(), 'farebox-bounds-')), 'service.json');
  const models = ['slow', 'quick', 'begun', 'long'].map((id) => ({
    id,
    upstreams: [{ provider: 'scripted', model: id }],
    price: { input: '0.10', output: '0.20' },
    context: 100_000_000,
    default_completion: 100,
  }));
  const providers = { scripted: { kind: 'openai-compatible', base_url: baseUrl } };
  const names = ['greedy', 'modest', 'first', 'second', 'third'];
  const accounts = Object.fromEntries(names.map((name) => [`${name}@example.com`, noLimit]));
  writeFileSync(file, JSON.stringify({ providers, models, accounts }));
  return file;
}

const START = '{"model":"quick","messages":[{"role":"user","content":"hi"}],';

const post = (given: Omit<RawPost, 'length'> & { length?: number | null }, until?: Promise<unknown>) =>
  postRaw(server.url, { length: LARGEST, ...given }, until && { until });

const ask = (key: string, body: object = {}) =>
  fetch(`${server.url}/api/v1/chat/completions`, {
    method: 'POST',
    headers: { authorization: `Bearer ${key}`, 'content-type': 'application/json' },
    body: JSON.stringify({ model: 'quick', messages: [{ role: 'user', content: 'hi' }], ...body }),
  });

const balanceOf = async (key: string) => {
  const answer = await fetch(`${server.url}/api/v1/billing/balance`, { headers: { authorization: `Bearer ${key}` } });
  return ((await answer.json()) as { balances: { usd: number } }).balances.usd;
};

/** The server is still the same process, and serves others. */
const expectAlive = async () => {
  process.kill(server.pid, 0);
  expect((await ask(keys.modest)).status).toBe(200);
};

/** The events of a stream, without chunk sizes. */
const eventsOf = (reply: RawReply | null) => (reply?.body ?? '').replaceAll(/(^|\r\n)[0-9a-f]+\r\n/g, '');

const codeOf = ({ body }: RawReply) => /"code":"(\w+)"/.exec(body)?.[1];

test('a large body from a caller without credit is refused before it is read', async () => {
  for (const length of [64_001, LARGEST, null]) {
    const pieces = filled(START + '"x":"', 'a', '"}', LARGEST);
    const reply = await post({ key: keys.penniless, length, pieces });
    expect(reply && [reply.status, codeOf(reply)]).toEqual([402, 'INSUFFICIENT_BALANCE']);
    // What was written by then is in the connection's buffers.
    expect(reply?.sentBytes).toBeLessThan(12 * MEGABYTE);
  }
  const unsent = await post({ key: keys.penniless, length: LARGEST, pieces: [] });
  expect(unsent?.status).toBe(402);
  const small = await post(
    { key: keys.penniless, length: 64_000, pieces: filled(START + '"x":"', 'a', '', 63_000), stopAfter: 10 },
    sleep(500),
  );
  expect(small).toBeNull();
  await expectAlive();
});

/** Bodies that are expensive to parse, each with its kind. */
const HOSTILE: [string, () => Iterable<string>][] = [
  ['unknown members', () => members(START, '"end":1}', LARGEST)],
  ['a list of objects', () => filled(`${START}"x":[`, '{},', '{}]}', LARGEST)],
  ['lists 190 deep', () => filled(`${START}"x":[`, `${'['.repeat(190)}${']'.repeat(190)},`, '[]]}', LARGEST)],
  ['lists without end', () => filled(`${START}"x":`, '[', '', LARGEST)],
  ['a map of biases', () => members(`${START}"logit_bias":{`, '"end":1}}', LARGEST)],
  ['messages', () => filled('{"model":"quick","messages":[', '{},', '{}]}', LARGEST)],
  ['commas', () => filled('', ',', '', LARGEST)],
  [
    'a schema of many properties',
    () => members(`${START}"response_format":{"type":"json_schema","json_schema":{`, '"end":1}}}', LARGEST),
  ],
];

for (const [what, pieces] of HOSTILE) {
  test(`a body is refused for its structure while it arrives: ${what}`, async () => {
    const reply = await post({ key: keys.greedy, pieces: pieces() });
    expect(reply && [reply.status, codeOf(reply)]).toEqual([400, 'INVALID_REQUEST']);
    expect(reply?.body).toMatch(/at most (50000|200 levels)/);
    expect(reply?.sentBytes).toBeLessThan(12 * MEGABYTE);
    await expectAlive();
  });
}

test('unknown members within the limits are dropped, and the request is served', async () => {
  const unknown = Object.fromEntries(Array.from({ length: 40_000 }, (_, at) => [`k${at}`, 1]));
  expect((await ask(keys.greedy, unknown)).status).toBe(200);
});

test('invalid bodies that end together count toward the guard as if sent one after another', async () => {
  const key = await createKey(server);
  const wrong = `{"model":"quick","messages":[${Array(3_990).fill('{"role":"user"}').join(',')}]`;
  const all = new AbortController();
  const wait = new Promise((resolve) => all.signal.addEventListener('abort', resolve));
  const posts = Array.from({ length: 60 }, () =>
    post({ key, length: wrong.length + 1, pieces: [wrong], last: { wait, byte: '}' } }),
  );
  await sleep(1_000);
  all.abort();
  const replies = await Promise.all(posts);
  const counts = new Map<number | undefined, number>();
  for (const reply of replies) counts.set(reply?.status, (counts.get(reply?.status) ?? 0) + 1);
  // The guard bans at 21 failures.
  expect(Object.fromEntries(counts)).toEqual({ 400: 21, 429: 39 });
  await expectAlive();
});

test('uploads that stop are bounded by account, and others pass', async () => {
  test.setTimeout(120_000);
  const stop = new AbortController();
  const over = new Promise((resolve) => stop.signal.addEventListener('abort', resolve));
  const uploads = Array.from({ length: 40 }, () => {
    const pieces = filled(`${START}"user":"`, 'a', '"}', LARGEST);
    return post({ key: keys.greedy, length: LARGEST + MEGABYTE, pieces, stopAfter: LARGEST }, over);
  });
  const counts: Record<string, number> = { open: uploads.length };
  const count = (name: string, by: number) => (counts[name] = (counts[name] ?? 0) + by);
  for (const upload of uploads) {
    void upload.then((reply) => {
      if (reply === null) return;
      count('open', -1);
      count(reply.head.includes('retry-after: ') ? `${reply.status} with Retry-After` : `${reply.status}`, 1);
    });
  }
  const mayStay = Math.floor(ACCOUNT_MEMORY_MEGABYTES / (LARGEST / MEGABYTE) / BYTES_PER_BODY_BYTE);
  await expect
    .poll(() => counts, { timeout: 60_000 })
    .toEqual({ open: mayStay, '429 with Retry-After': uploads.length - mayStay });
  await expectAlive();
  expect((await ask(keys.modest, { user: 'b'.repeat(10 * MEGABYTE) })).status).toBe(200);
  stop.abort();
  await Promise.all(uploads);
});

test('a thousand large streams at once: the process lives, others are served, and what was produced is charged', async () => {
  test.setTimeout(180_000);
  model.hold('slow');
  const before = await balanceOf(keys.greedy);
  const content = 'word '.repeat(20_000);
  const streams = Array.from({ length: 1_000 }, async () => {
    const answer = await ask(keys.greedy, { model: 'slow', stream: true, messages: [{ role: 'user', content }] });
    const text = await answer.text();
    return { status: answer.status, done: text.endsWith('data: [DONE]\n\n'), retry: answer.headers.get('retry-after') };
  });
  await expect.poll(() => model.waiting(), { timeout: 60_000 }).toBeGreaterThan(100);
  await expectAlive();
  model.release();
  const answers = await Promise.all(streams);
  const served = answers.filter(({ status, done }) => status === 200 && done).length;
  const refused = answers.filter(({ status, retry }) => (status === 429 || status === 503) && retry !== null).length;
  expect(served).toBeGreaterThan(100);
  expect(served + refused).toBe(answers.length);
  // 10 tokens in, 5 out: 0.10 and 0.20 USD per million.
  await expect.poll(async () => before - (await balanceOf(keys.greedy))).toBeCloseTo(served * 2e-6, 9);
  await expectAlive();
});

test('repeats of a stored stream are bounded by account, whole, and leave others alone', async () => {
  test.setTimeout(120_000);
  const text = JSON.stringify({
    model: 'long',
    stream: true,
    max_tokens: 100_000,
    messages: [{ role: 'user', content: 'hi' }],
  });
  const headers = 'idempotency-key: the-very-same\r\n';
  const repeat = () => post({ key: keys.greedy, headers, length: text.length, pieces: [text] });
  const first = await repeat();
  expect(first?.status).toBe(200);
  const bytes = eventsOf(first).length;
  expect(bytes).toBeGreaterThan(MEGABYTE);
  const before = await balanceOf(keys.greedy);
  const began = Date.now();
  const counts = { whole: 0, refused: 0, other: 0 };
  const repeatOften = async () => {
    for (let count = 0; count < 5; count += 1) {
      const reply = await repeat();
      if (reply?.status === 200 && eventsOf(reply) === eventsOf(first)) counts.whole += 1;
      else if (reply?.status === 429 && reply.head.includes('retry-after: ')) counts.refused += 1;
      else counts.other += 1;
    }
  };
  const repeats = Promise.all(Array.from({ length: 16 }, repeatOften));
  await expectAlive();
  await repeats;
  // 40 MB at once, 2 MB more each second, and one more answer.
  const most = (40 + (2 * (Date.now() - began)) / 1_000) * (MEGABYTE / bytes) + 1;
  expect(counts.other).toBe(0);
  expect(counts.whole).toBeGreaterThan(20);
  expect(counts.whole).toBeLessThanOrEqual(most);
  expect(counts.whole + counts.refused).toBe(80);
  expect(await balanceOf(keys.greedy)).toBe(before);
  await expectAlive();
});

test('streams give up the memory of their requests once the answers have begun', async () => {
  test.setTimeout(120_000);
  model.hold('begun');
  const content = 'word '.repeat(4 * MEGABYTE);
  const open: Promise<string>[] = [];
  // From three accounts, because one alone may not send that much at once. Together their texts exceed the heap.
  for (const name of ['first', 'second', 'third']) {
    const key = await makeAccount(name);
    for (let count = 0; count < STREAMS_PER_ACCOUNT; count += 1) {
      const answer = await ask(key, { model: 'begun', stream: true, messages: [{ role: 'user', content }] });
      expect(answer.status).toBe(200);
      open.push(answer.text());
    }
  }
  expect((open.length * content.length) / MEGABYTE).toBeGreaterThan(HEAP_MEGABYTES);
  await expectAlive();
  model.release();
  for (const text of await Promise.all(open)) expect(text).toMatch(/data: \[DONE\]\n\n$/);
});

test('anonymous requests stay within their bounds: sign-in routes, pictures, requests that are not waited for', async () => {
  const get = (path: string) => fetch(server.url + path, { redirect: 'manual' });
  expect((await get('/_next/image?url=%2Ficon.svg&w=64&q=75')).status).toBe(404);
  expect((await get(`/api/auth/signin?callbackUrl=javascript:${'x'.repeat(12_000)}`)).status).toBe(400);
  // Windows are clock minutes: a new one may start between any two requests.
  const refusal = async () => {
    const { status, headers } = await get('/api/auth/signin');
    return [status, headers.has('retry-after')];
  };
  await expect.poll(refusal, { intervals: [0], timeout: 60_000 }).toEqual([429, true]);
  expect((await get('/sign-in')).status).toBe(200);
  const unread = connect(Number(new URL(server.url).port), '127.0.0.1');
  unread.on('error', () => undefined).pause();
  unread.write('GET /llms-full.txt HTTP/1.1\r\nhost: localhost\r\n\r\n'.repeat(1_000));
  await expectAlive();
  unread.destroy();
  await expectAlive();
});
