import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterEach, describe, expect, it } from 'vitest';
import { makeOpenAiCompatible } from '../../providers/openai-compatible/provider';
import { installProviders } from '../../providers/registry';
import { screenPrompt } from './screen-prompt';
import { installImageScreening } from './screening';
import { hasListedWord, makeWordList } from './word-list';

const signal = new AbortController().signal;
const servers: Server[] = [];

afterEach(() => {
  installImageScreening(null);
  installProviders([]);
  for (const server of servers.splice(0)) {
    server.closeAllConnections();
    server.close();
  }
});

describe('a list of words', () => {
  const words = makeWordList(['Gore', 'café noir', '暴力', '!!', 'naïve']);

  it.each([
    'so much GORE here',
    'gore',
    'g\u00adore and \u200bmore',
    'ｇｏｒｅ in full width',
    'a cafe-noir at night',
    'CAFÉ, NOIR!',
    '这是暴力的画',
    'a nai\u0308ve painter',
  ])('finds %s', (prompt) => expect(hasListedWord(prompt, words)).toBe(true));

  it.each(['gores are cloth', 'Gregorer', 'a noir café', 'cafe', '!!', '', '暴 力'])('does not find %s', (prompt) =>
    expect(hasListedWord(prompt, words)).toBe(false),
  );

  it('is fast for long prompts and lists', () => {
    const long = makeWordList(Array.from({ length: 10_000 }, (_, at) => `word${at} next`));
    const startedMs = performance.now();
    expect(hasListedWord('word1 word2 '.repeat(3_000), long)).toBe(false);
    expect(performance.now() - startedMs).toBeLessThan(1_000);
  });
});

describe('screening', () => {
  /** A server that answers moderation calls, and keeps what it got. */
  async function serveModeration(status: number, answer: unknown): Promise<unknown[]> {
    const calls: unknown[] = [];
    const server = createServer((request, response) => {
      let body = '';
      request.on('data', (piece) => (body += String(piece)));
      request.on('end', () => {
        calls.push({ path: request.url, key: request.headers.authorization, body: JSON.parse(body) as unknown });
        response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(answer));
      });
    });
    servers.push(server);
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    const baseUrl = `http://127.0.0.1:${(server.address() as AddressInfo).port}/v1`;
    installProviders([makeOpenAiCompatible({ id: 'lab', baseUrl, apiKey: 'key' })]);
    return calls;
  }

  it('is off by default, and finds words without a model', async () => {
    expect(await screenPrompt('gore', signal)).toEqual({ isViolation: false });
    installImageScreening({ words: ['gore'] });
    expect(await screenPrompt('Gore!', signal)).toEqual({ isViolation: true });
    expect(await screenPrompt('a red kite', signal)).toEqual({ isViolation: false });
  });

  it.each([true, false])('asks the moderation model about the rest: %s', async (flagged) => {
    const calls = await serveModeration(200, { results: [{ flagged, categories: {} }] });
    installImageScreening({ words: ['gore'], moderation: { provider: 'lab', model: 'judge' } });
    expect(await screenPrompt('gore', signal)).toEqual({ isViolation: true });
    expect(await screenPrompt('a red kite', signal)).toEqual({ isViolation: flagged });
    expect(calls).toEqual([
      { path: '/v1/moderations', key: 'Bearer key', body: { input: 'a red kite', model: 'judge' } },
    ]);
  });

  it.each([
    [500, {}, 'INFERENCE_FAILED'],
    [401, { error: { message: 'bad key' } }, 'MODEL_OFFLINE'],
    [429, {}, 'MODEL_OVERLOADED'],
    [200, { results: [] }, 'INFERENCE_FAILED'],
    [200, 'no', 'INFERENCE_FAILED'],
  ])('never lets a prompt pass that was not judged: %s %j', async (status, answer, code) => {
    await serveModeration(status, answer);
    installImageScreening({ words: [], moderation: { provider: 'lab' } });
    await expect(screenPrompt('a red kite', signal)).rejects.toMatchObject({ code });
  });

  it('fails if the provider is gone', async () => {
    installImageScreening({ words: [], moderation: { provider: 'lab' } });
    await expect(screenPrompt('a red kite', signal)).rejects.toMatchObject({ code: 'MODEL_OFFLINE' });
  });
});
