import { connect } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { filled, members, postRaw } from '../../e2e/support/raw-body';
import { makeKeyToken } from '../../lib/accounts/keys/key-token';
import { SECOND_MS } from '../../lib/core/time';
import { type Attack, floodOf, fromAddress } from './attack';
import { embeddedChat } from './measure';
import { IMAGE_ATTACKS } from './image-attacks';
import { PAGE_ATTACKS } from './page-attacks';
import { SESSION_ATTACKS } from './session-attacks';
import { WALLET_ATTACKS } from './wallet-attacks';

const LARGEST = 34_000_000;
const START = '{"model":"quick","messages":[{"role":"user","content":"hi"}],';
const BALANCE = '/api/v1/billing/balance';
/** When a caller of the embedded model disconnects: before its first token. */
const DISCONNECT_AFTER_MS = 1_000;
/** Requests that one connection may leave unanswered. */
const PIPELINED = 16;
const PIPELINE_PAUSE_MS = 20;
const TINY_CHUNKS = '1\r\na\r\n'.repeat(300_000);
/** How long a caller leaves a stream unread, at least; up to twice as long, so that streams do not begin together. */
const UNREAD_MS = 700;
/** The pause after a refusal: without it, every attack would be a flood of requests. */
const REFUSED_PAUSE_MS = 5;

const body = (pieces: () => Iterable<string>, key: 'greedy' | 'penniless', more: Partial<Attack> = {}): Attack => ({
  connections: 4,
  round: async (target, _n, until) => {
    const reply = await postRaw(target.url, { key: target[key], length: LARGEST, pieces: pieces() }, { until });
    if (reply !== null && reply.status !== 200) await sleep(REFUSED_PAUSE_MS);
  },
  ...more,
});

/** Requests that cost queries and long answers, but no credit. */
const lists = (path: string, key?: 'greedy' | 'penniless'): Attack => ({
  connections: 50,
  round: (target, _n, until) =>
    get(target.url, path, key === undefined ? '' : `authorization: Bearer ${target[key]}\r\n`, until),
});

const LARGE_SCHEMA = {
  type: 'object',
  properties: Object.fromEntries(Array.from({ length: 200 }, (_, at) => [`property ${at}`, { type: 'string' }])),
};

const chat = (content: unknown) => JSON.stringify({ model: 'quick', messages: [{ role: 'user', content }] });
const file = (data: string) =>
  chat([
    { type: 'text', text: 'Read it.' },
    { type: 'file', file: { file_data: data } },
  ]);
const image = (url: string) => chat([{ type: 'image_url', image_url: { url } }]);
const INVALID = `{"model":"quick","messages":[${Array(3_990).fill('{"role":"user"}').join(',')}]`;
/** Answered with a stream of 8,000 events and 1.6 MB, which is kept for repeats. */
const LONG = JSON.stringify({
  model: 'long',
  stream: true,
  max_tokens: 100_000,
  messages: [{ role: 'user', content: 'hi' }],
});
/** Answered with 4,000 tokens and 20 alternatives for each, in one piece. */
const SURE = JSON.stringify({
  model: 'sure',
  logprobs: true,
  top_logprobs: 20,
  max_tokens: 4_000,
  messages: [{ role: 'user', content: 'hi' }],
});
const html = Buffer.from(`<html>${'<div><b>'.repeat(37_500)}text`).toString('base64');

const wholeBody = (text: string, connections: number, more: Partial<Attack> = {}): Attack => ({
  connections,
  round: async ({ url, greedy }, _n, until) => {
    const length = Buffer.byteLength(text);
    const reply = await postRaw(url, { key: greedy, length, pieces: slices(text) }, { until });
    if (reply !== null && reply.status !== 200) await sleep(REFUSED_PAUSE_MS);
  },
  ...more,
});

function* slices(text: string): Generator<string> {
  for (let at = 0; at < text.length; at += 65_536) yield text.slice(at, at + 65_536);
}

/** The attacks by name. */
export const ATTACKS: Record<string, Attack> = {
  'a history of requests': lists('/api/v1/billing/usage-history', 'greedy'),
  'lists without credit': lists('/api/v1/characters?search=abc', 'penniless'),
  'lists without a key': lists('/api/v1/models'),
  metrics: lists('/api/metrics'),
  'malformed keys': floodOf((n) => ({ path: BALANCE, headers: `authorization: Bearer SVC_INFERENCE_KEY_${n}\r\n` })),
  'unknown keys': floodOf(() => ({
    path: BALANCE,
    headers: `authorization: Bearer ${makeKeyToken({ serviceId: 'svc', type: 'INFERENCE' })}\r\n`,
  })),
  'anonymous addresses': floodOf((n) => ({
    path: '/api/v1/nothing',
    headers: fromAddress(n),
  })),
  'large bodies without credit': body(() => members(START, '"end":1}', LARGEST), 'penniless'),
  'unknown members': body(() => members(START, '"end":1}', LARGEST), 'greedy'),
  'lists of objects': body(() => filled(`${START}"x":[`, '{},', '{}]}', LARGEST), 'greedy'),
  'deep lists': body(() => filled(`${START}"x":[`, `${'['.repeat(190)}${']'.repeat(190)},`, '[]]}', LARGEST), 'greedy'),
  'bodies at the bounds': wholeBody(
    JSON.stringify({
      model: 'quick',
      messages: Array.from({ length: 5_000 }, (_, at) => ({ role: 'user', content: 5, name: `n${at}` })),
    }),
    4,
  ),
  // Every connection ends its body at the same moment.
  'invalid bodies at once': {
    connections: 64,
    round: async ({ url, penniless }, _n, until) => {
      const wait = sleep(SECOND_MS - (Date.now() % SECOND_MS));
      const post = { key: penniless, length: INVALID.length + 1, pieces: [INVALID], last: { wait, byte: '}' } };
      await postRaw(url, post, { until });
    },
  },
  'large texts': body(
    () => filled('{"model":"quick","messages":[{"role":"user","content":"', 'a\\n', '"}]}', LARGEST - 100),
    'greedy',
    { victim: 'megabyte' },
  ),
  'stalled uploads': {
    connections: 40,
    round: async ({ url, greedy }, _n, until) => {
      const pieces = filled(`${START}"user":"`, 'a', '"}', LARGEST);
      await postRaw(url, { key: greedy, length: LARGEST + 1_000_000, pieces, stopAfter: LARGEST }, { until });
      await sleep(REFUSED_PAUSE_MS);
    },
  },
  'files of nested tags': wholeBody(file(`data:text/html;base64,${html}`), 4, { victim: 'file' }),
  'percent-encoded images': wholeBody(image(`data:image/png,${'%00'.repeat(11_000_000)}`), 4),
  'abandoned prompts': {
    connections: 2,
    round: async ({ url, greedy }, n, ended) => {
      const text = embeddedChat(Array.from({ length: 600 }, (_, at) => `${n % 10} ${at}`).join(' '));
      const until = Promise.race([ended, sleep(DISCONNECT_AFTER_MS)]);
      const reply = await postRaw(url, { key: greedy, length: Buffer.byteLength(text), pieces: [text] }, { until });
      if (reply !== null) await sleep(REFUSED_PAUSE_MS);
    },
    victim: 'embedded',
  },
  // Two accounts each receive answers that take minutes, which occupies all sequences of the model.
  'long answers': {
    connections: 4,
    round: async ({ url, greedy, alsoGreedy }, n, until) => {
      const text = embeddedChat(`${n}. Write a very long story about a red fox.`, 1_500);
      const key = n % 2 === 0 ? greedy : alsoGreedy;
      const reply = await postRaw(url, { key, length: Buffer.byteLength(text), pieces: [text] }, { until });
      if (reply !== null && reply.status !== 200) await sleep(REFUSED_PAUSE_MS);
    },
    victim: 'embedded',
    warmUpMs: 10_000,
  },
  // A schema adds thousands of tokens to the prompt. Its name comes first and changes, so that none of them are cached.
  'large schemas': {
    connections: 2,
    round: async ({ url, greedy }, n, until) => {
      const text = JSON.stringify({
        ...(JSON.parse(embeddedChat(`${n}. Describe a red fox.`, 200)) as object),
        response_format: { type: 'json_schema', json_schema: { name: `fox-${n}`, schema: LARGE_SCHEMA } },
      });
      const reply = await postRaw(url, { key: greedy, length: Buffer.byteLength(text), pieces: [text] }, { until });
      if (reply !== null && reply.status !== 200) await sleep(REFUSED_PAUSE_MS);
    },
    victim: 'embedded',
  },
  // Whole answers of 7 MB each.
  'log probabilities': {
    connections: 32,
    round: async ({ url, greedy }, _n, until) => {
      const reply = await postRaw(url, { key: greedy, length: SURE.length, pieces: [SURE] }, { until });
      if (reply !== null && reply.status !== 200) await sleep(REFUSED_PAUSE_MS);
    },
  },
  // Bodies without a key in chunks of one byte, 1.8 MB each.
  'tiny chunks': {
    connections: 20,
    round: ({ url }, _n, until) => {
      const socket = connect(Number(new URL(url).port), '127.0.0.1');
      const closed = new Promise((resolve) => socket.once('close', resolve));
      socket.on('error', () => undefined);
      socket.resume();
      socket.write(`POST /api/v1/chat/completions HTTP/1.1\r\nhost: localhost\r\ntransfer-encoding: chunked\r\n\r\n`);
      socket.write(TINY_CHUNKS);
      return Promise.race([closed, until]).finally(() => socket.destroy());
    },
  },
  // 1.6 MB each, none of which is read.
  'unread streams': {
    connections: 100,
    round: async ({ url, greedy }, n, until) => {
      const socket = connect(Number(new URL(url).port), '127.0.0.1');
      socket.on('error', () => undefined);
      socket.write(
        `POST /api/v1/chat/completions HTTP/1.1\r\nhost: localhost\r\nauthorization: Bearer ${greedy}\r\n` +
          `content-type: application/json\r\ncontent-length: ${LONG.length}\r\n\r\n${LONG}`,
      );
      await Promise.race([sleep(UNREAD_MS * (1 + (n % 10) / 10)), until]);
      socket.destroy();
    },
  },
  repeats: {
    connections: 16,
    round: async ({ url, greedy }, _n, until) => {
      const reply = await postRaw(
        url,
        { key: greedy, headers: 'idempotency-key: the-very-same\r\n', length: LONG.length, pieces: [LONG] },
        { until },
      );
      if (reply !== null && reply.status !== 200) await sleep(REFUSED_PAUSE_MS);
    },
  },
  pages: {
    connections: 16,
    round: ({ url }, _n, until) => get(url, '/sign-in', '', until),
  },
  pipelining: {
    connections: 32,
    round: ({ url }) => pipeline(url, 'GET /llms-full.txt HTTP/1.1\r\nhost: localhost\r\n\r\n'),
  },
  // Words that many passages have, and some that none has, so that both ways of searching are used.
  searches: {
    connections: 16,
    round: async ({ url, greedy }, n, until) => {
      const text = JSON.stringify({
        query: `request key model answer error ${n} ${'token limit '.repeat(25)}`,
        limit: 20,
      });
      const post = { path: '/api/v1/augment/search', key: greedy, length: text.length, pieces: [text] };
      const reply = await postRaw(url, post, { until });
      if (reply !== null && reply.status !== 200) await sleep(REFUSED_PAUSE_MS);
    },
  },
  ...IMAGE_ATTACKS,
  ...PAGE_ATTACKS,
  ...SESSION_ATTACKS,
  ...WALLET_ATTACKS,
};

/** One GET over its own connection. @param headers lines, each with its line end */
function get(url: string, path: string, headers: string, until: Promise<unknown>): Promise<void> {
  return new Promise((resolve) => {
    const socket = connect(Number(new URL(url).port), '127.0.0.1');
    socket.on('error', () => undefined);
    socket.on('close', () => resolve());
    socket.on('data', () => undefined);
    socket.write(`GET ${path} HTTP/1.1\r\nhost: localhost\r\n${headers}connection: close\r\n\r\n`);
    void until.then(() => socket.destroy());
  });
}

/** Sends requests without waiting for answers or reading them: as many as are served, then far more. */
async function pipeline(url: string, request: string): Promise<void> {
  const socket = connect(Number(new URL(url).port), '127.0.0.1');
  socket.on('error', () => undefined);
  socket.write(request.repeat(PIPELINED));
  await sleep(PIPELINE_PAUSE_MS);
  if (socket.writable) socket.write(request.repeat(100 * PIPELINED));
  await sleep(PIPELINE_PAUSE_MS);
  socket.destroy();
}
