import type { IncomingMessage, ServerResponse } from 'node:http';
import { Socket } from 'node:net';
import { build } from 'esbuild';
import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from 'vitest';
import { amazonBedrockDialect } from '../conformance/dialects/amazon-bedrock';
import { anthropicDialect } from '../conformance/dialects/anthropic';
import { googleDialect } from '../conformance/dialects/google';
import { xaiDialect } from '../conformance/dialects/xai';
import type { Dialect } from '../conformance/dialect';
import { listen, sleep } from '../conformance/serve';
import { startScenarioUpstream } from '../conformance/scenario-upstream';
import { vendorChat } from './chat';
import { amazonBedrock } from './kinds/amazon-bedrock';
import { anthropic } from './kinds/anthropic';
import { google } from './kinds/google';
import { xai } from './kinds/xai';
import { makeVendor } from './provider';
import { ask, plainEvents, type Recorder, startRecorder } from './test-recorded';
import type { VendorUpstream } from './vendor';

let recorder: Recorder;
beforeAll(async () => {
  recorder = await startRecorder();
});
afterAll(() => recorder.stop());
afterEach(() => vi.unstubAllEnvs());

const gemini = (origin = recorder.origin) =>
  vendorChat({ id: 'lab', kind: 'google', baseUrl: origin, apiKey: 'sk-operators-own' });
const answer = (text: string, prompt: number, completion: number) => ({
  body: plainEvents({
    candidates: [{ content: { parts: [{ text }], role: 'model' }, finishReason: 'STOP', index: 0 }],
    usageMetadata: { promptTokenCount: prompt, candidatesTokenCount: completion },
  }),
});

describe('several choices', () => {
  it('are several numbered requests with their own seeds, and their usage is summed', async () => {
    recorder.play(answer('One', 10, 1), answer('Two', 10, 2), answer('Three', 10, 3));
    const { parts, error } = await ask(gemini(), { choices: 3, sampling: { seed: 5 } });
    expect(error).toBeNull();
    const texts = parts.flatMap((part) => (part.type === 'text' ? [[part.choice, part.text]] : []));
    expect(texts.map(([choice]) => choice).sort()).toEqual([0, 1, 2]);
    expect(texts.map(([, text]) => text).sort()).toEqual(['One', 'Three', 'Two']);
    expect(parts.at(-1)).toEqual({ type: 'usage', usage: { promptTokens: 30, completionTokens: 6, requests: 3 } });
    expect(parts.filter(({ type }) => type === 'usage')).toHaveLength(1);
    const seeds = recorder.requests.map(({ body }) => (body.generationConfig as { seed: number }).seed);
    expect(seeds.sort()).toEqual([5, 6, 7]);
  });

  it('report no sum if one of them reported nothing', async () => {
    const silent = plainEvents({ candidates: [{ content: { parts: [{ text: 'x' }] }, finishReason: 'STOP' }] });
    recorder.play(answer('One', 10, 1), { body: silent });
    const { parts, error } = await ask(gemini(), { choices: 2 });
    expect(error).toBeNull();
    expect(parts.filter(({ type }) => type === 'usage')).toEqual([]);
  });

  it('fail with the first failure, and the others are abandoned at once', async () => {
    const { origin, left, stop } = await hangBut((_, response) => response.writeHead(503).end());
    const { parts, error } = await ask(gemini(origin), { choices: 4 });
    expect(parts).toEqual([]);
    expect(error).toMatchObject({ code: 'MODEL_AT_CAPACITY' });
    expect(await left(3)).toBe(3);
    await stop();
  });

  it('are all abandoned when the reader leaves', async () => {
    const { origin, left, stop } = await hangBut((_, response) => {
      response.writeHead(200, { 'content-type': 'text/event-stream' });
      response.write(plainEvents({ candidates: [{ content: { parts: [{ text: 'x' }] } }] }));
    });
    for await (const parts of gemini(origin)(callOf(4))) if (parts.some(({ type }) => type === 'text')) break;
    expect(await left(4)).toBe(4);
    await stop();
  });
});

describe('a call', () => {
  it('for log probabilities is refused: no vendor returns them here', async () => {
    recorder.play(answer('One', 1, 1));
    expect((await ask(gemini(), { logprobs: { top: 0 } })).error).toMatchObject({ code: 'INVALID_REQUEST' });
    expect(recorder.requests).toEqual([]);
  });

  it.each([429, 500, 503, 529])('that is refused with %i is not retried', async (status) => {
    recorder.play({ status, type: 'application/json', body: '{}' });
    await ask(gemini());
    expect(recorder.requests).toHaveLength(1);
  });

  it('that goes far past its limit is ended and abandoned', async () => {
    const piece = { candidates: [{ content: { parts: [{ text: 'on and on and on ' }], role: 'model' } }] };
    recorder.play({ body: plainEvents(...Array.from({ length: 1_000 }, () => piece)) });
    const { parts, error } = await ask(gemini(), { maxTokens: 10 });
    expect(error).toBeNull();
    expect(parts.length).toBeLessThan(200);
    expect(parts.at(-1)).toEqual({ type: 'finish', choice: 0, reason: 'length' });
  });

  it('that is refused with an endless body is still refused', async () => {
    const body = JSON.stringify({ error: { code: 429, message: 'x'.repeat(1_000_000), status: 'RESOURCE_EXHAUSTED' } });
    recorder.play({ status: 429, type: 'application/json', body });
    expect((await ask(gemini())).error).toMatchObject({ code: 'MODEL_OVERLOADED' });
  });
});

describe('a vendor', () => {
  const key = { apiKey: 'sk-operators-own' };
  const keys = { accessKeyId: 'AKIAOPERATOR', secretAccessKey: 'operators-secret' };
  const cases: [string, Dialect, (baseUrl: string) => VendorUpstream][] = [
    ['anthropic', anthropicDialect, (baseUrl) => ({ id: 'lab', kind: 'anthropic', baseUrl, ...key })],
    ['google', googleDialect, (baseUrl) => ({ id: 'lab', kind: 'google', baseUrl, ...key })],
    ['xai', xaiDialect, (baseUrl) => ({ id: 'lab', kind: 'xai', baseUrl, ...key })],
    [
      'amazon-bedrock with a key',
      amazonBedrockDialect,
      (baseUrl) => ({ id: 'lab', kind: 'amazon-bedrock', baseUrl, region: 'eu-west-1', credentials: key }),
    ],
    [
      'amazon-bedrock with keys',
      amazonBedrockDialect,
      (baseUrl) => ({ id: 'lab', kind: 'amazon-bedrock', baseUrl, region: 'eu-west-1', credentials: keys }),
    ],
  ];

  it.each(cases)(
    '%s is called only at the operator’s address, and the environment is not read',
    async (_, dialect, make) => {
      for (const [name, value] of Object.entries(FOREIGN)) vi.stubEnv(name, value);
      const connect = vi.spyOn(Socket.prototype, 'connect');
      const upstream = await startScenarioUpstream(dialect);
      const { error } = await ask(make(upstream.origin));
      const hosts = connect.mock.calls.map((call) => JSON.stringify(call.flat()));
      connect.mockRestore();
      await upstream.stop();
      expect(error).toBeNull();
      expect(hosts.length).toBeGreaterThan(0);
      for (const host of hosts) expect(host).toMatch(/"hostname":"127\.0\.0\.1"|"host":"127\.0\.0\.1"/);
      expect(JSON.stringify(upstream.requests)).not.toContain('foreign');
    },
  );

  it('has its own address by default', () => {
    const region = (name: string): Extract<VendorUpstream, { kind: 'amazon-bedrock' }> => ({
      id: 'lab',
      kind: 'amazon-bedrock',
      region: name,
      credentials: key,
    });
    expect(anthropic.addressOf({ id: 'lab', kind: 'anthropic', ...key })).toBe('https://api.anthropic.com/v1');
    expect(google.addressOf({ id: 'lab', kind: 'google', ...key })).toBe(
      'https://generativelanguage.googleapis.com/v1beta',
    );
    expect(xai.addressOf({ id: 'lab', kind: 'xai', ...key })).toBe('https://api.x.ai/v1');
    expect(amazonBedrock.addressOf(region('us-east-1'))).toBe('https://bedrock-runtime.us-east-1.amazonaws.com');
    expect(amazonBedrock.addressOf(region('cn-north-1'))).toBe('https://bedrock-runtime.cn-north-1.amazonaws.com.cn');
  });

  it('takes addresses of images only if the operator has them forwarded', () => {
    const upstream = { id: 'lab', kind: 'anthropic' as const, ...key };
    expect(makeVendor(upstream)).not.toHaveProperty('takesUrls');
    expect(makeVendor({ ...upstream, takesUrls: true })).toMatchObject({ id: 'lab', takesUrls: true });
  });

  it('loads its package only at its first call', async () => {
    const { metafile } = await build({
      entryPoints: ['lib/providers/vendor/provider.ts'],
      bundle: true,
      packages: 'external',
      format: 'esm',
      platform: 'node',
      write: false,
      metafile: true,
    });
    const imports = Object.values(metafile.outputs).flatMap((output) => output.imports);
    const packages = imports.filter(({ path }) => path.startsWith('@ai-sdk/'));
    // Chats and embeddings import them separately.
    expect([...new Set(packages.map(({ path, kind }) => `${kind} ${path}`))].sort()).toEqual([
      'dynamic-import @ai-sdk/amazon-bedrock',
      'dynamic-import @ai-sdk/anthropic',
      'dynamic-import @ai-sdk/google',
      'dynamic-import @ai-sdk/xai',
    ]);
  });
});

/** Variables that the packages would read from the environment. */
const FOREIGN = {
  ANTHROPIC_API_KEY: 'foreign',
  ANTHROPIC_AUTH_TOKEN: 'foreign',
  ANTHROPIC_BASE_URL: 'http://127.0.0.2:1/foreign',
  GOOGLE_GENERATIVE_AI_API_KEY: 'foreign',
  XAI_API_KEY: 'foreign',
  AWS_BEARER_TOKEN_BEDROCK: 'foreign',
  AWS_ACCESS_KEY_ID: 'foreign',
  AWS_SECRET_ACCESS_KEY: 'foreign',
  AWS_SESSION_TOKEN: 'foreign',
  AWS_REGION: 'foreign-region-1',
  AWS_ENDPOINT_URL: 'http://127.0.0.2:1/foreign',
  AWS_ENDPOINT_URL_BEDROCK_RUNTIME: 'http://127.0.0.2:1/foreign',
};

function callOf(choices: number): Parameters<ReturnType<typeof vendorChat>>[0] {
  return {
    model: 'some-model',
    messages: [{ role: 'user', content: 'Hello' }],
    sampling: {},
    maxTokens: 100,
    stop: [],
    choices,
    extra: {},
    signal: new AbortController().signal,
  };
}

/**
 * A server that answers the first request with the given function, once all four came, and never answers the others.
 */
async function hangBut(first: (request: IncomingMessage, response: ServerResponse) => void) {
  let came = 0;
  let gone = 0;
  const { origin, stop } = await listen(async (request, response) => {
    came += 1;
    const isFirst = came === 1;
    response.on('close', () => {
      if (!response.writableFinished) gone += 1;
    });
    while (came < 4) await sleep(5);
    if (isFirst) first(request, response);
  });
  const left = async (count: number) => {
    for (let round = 0; round < 300 && gone < count; round += 1) await sleep(10);
    return gone;
  };
  return { origin, stop, left };
}
