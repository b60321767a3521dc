import { afterAll, beforeEach, describe, expect, it } from 'vitest';
import type { TextModel } from '../../models/model';
import { freePort } from '../../platform/testing/free-port';
import { type Script, type ScriptedUpstream, startScriptedUpstream } from '../conformance/scripted-upstream';
import { makeOpenAiCompatible } from '../openai-compatible/provider';
import { installProviders } from '../registry';
import { chatModelOf } from './combine';
import { callOf, modelOf, serve, textOf } from './test-models';

const started: ScriptedUpstream[] = [];
afterAll(() => Promise.all(started.map((upstream) => upstream.stop())));

const TIMES = { firstByteMs: 300, idleMs: 300, wholeMs: 5_000 };
let well: ScriptedUpstream;

/** Installs a first upstream with this script (null: nothing listens), and a second one that answers. */
async function install(first: Script | null): Promise<{ model: TextModel; first: ScriptedUpstream | null }> {
  const start = async (script: Script) => {
    const upstream = await startScriptedUpstream({ 'a-model': script, 'b-model': script });
    started.push(upstream);
    return upstream;
  };
  const firstUpstream = first && (await start(first));
  well = await start({ chunks: ['from b'] });
  const baseUrl = firstUpstream?.baseUrl ?? `http://127.0.0.1:${await freePort()}/v1`;
  installProviders([
    makeOpenAiCompatible({ id: 'a', baseUrl, times: TIMES }),
    makeOpenAiCompatible({ id: 'b', baseUrl: well.baseUrl, times: TIMES }),
  ]);
  return { model: modelOf(['a', 1], ['b', 1]), first: firstUpstream };
}
const ask = (model: TextModel) => textOf(chatModelOf(model, () => 0)(callOf()));
const outcome = (model: TextModel) =>
  ask(model).catch((error: { code: string; options: { retryAfterSeconds?: number } }) => ({
    code: error.code,
    retryAfterSeconds: error.options.retryAfterSeconds,
  }));

beforeEach(() => serve());

describe('real upstreams', () => {
  it.each<[string, Script | null]>([
    ['is not there', null],
    ['is overloaded', { status: 429, body: {}, headers: { 'retry-after': '60' } }],
    ['is full', { status: 503, body: {} }],
    ['fails', { status: 500, body: {} }],
    ['refuses our key', { status: 401, body: {} }],
    ['breaks off before its first output', { cutAfter: 0 }],
    ['answers with a page', { raw: { type: 'text/html', text: '<html>' } }],
  ])('one that %s fails no call, and is not called any more once it is disabled', async (_, script) => {
    const { model, first } = await install(script);
    for (let round = 0; round < 8; round += 1) expect(await ask(model)).toBe('from b');
    expect(well.requests).toHaveLength(8);
    if (first) expect(first.requests).toHaveLength(script?.status === 429 ? 8 : 5);
  });

  it('one that hangs is not called again once it is disabled', async () => {
    const { model, first } = await install({ delayMs: 2_000 });
    for (let round = 0; round < 5; round += 1) expect(await outcome(model)).toMatchObject({ code: 'REQUEST_TIMEOUT' });
    expect(await ask(model)).toBe('from b');
    expect(first?.requests).toHaveLength(5);
  });

  it('one that breaks off after its first output is reported, not retried', async () => {
    const { model } = await install({ cutAfter: 2 });
    expect(await outcome(model)).toMatchObject({ code: 'INFERENCE_FAILED' });
    expect(well.requests).toHaveLength(0);
  });

  it('one that was briefly full answers the second attempt', async () => {
    const scripts: Record<string, Script> = { 'a-model': { status: 503, body: {} } };
    const upstream = await startScriptedUpstream(scripts);
    started.push(upstream);
    installProviders([makeOpenAiCompatible({ id: 'a', baseUrl: upstream.baseUrl })]);
    const answer = outcome(modelOf(['a', 1]));
    while (upstream.requests.length === 0) await new Promise((resolve) => setTimeout(resolve, 2));
    scripts['a-model'] = { chunks: ['late'] };
    expect(await answer).toBe('late');
    expect(upstream.requests).toHaveLength(2);
    scripts['a-model'] = { status: 503, body: {} };
    expect(await outcome(modelOf(['a', 1]))).toEqual({ code: 'MODEL_AT_CAPACITY', retryAfterSeconds: 30 });
  });
});
