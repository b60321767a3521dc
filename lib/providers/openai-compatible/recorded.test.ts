import { readdirSync, readFileSync } from 'node:fs';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Script, type ScriptedUpstream, startScriptedUpstream } from '../conformance/scripted-upstream';
import type { ChatCall } from '../spec';
import type { ChatPart, TokenLogprob } from '../../core/chat';
import { openAiCompatibleChat } from './chat';

/** Answers in the layouts of real servers, according to their documentation and source (`recorded/`). */

const FOLDER = new URL('recorded/', import.meta.url);
const text = (said: string, logprobs?: TokenLogprob[]): ChatPart => ({
  type: 'text',
  choice: 0,
  text: said,
  ...(logprobs && { logprobs }),
});
const thought = (said: string, details?: unknown[]): ChatPart => ({
  type: 'reasoning',
  choice: 0,
  text: said,
  ...(details && { details }),
});
const call = (index: number, id: string, name: string, given?: string): ChatPart => ({
  type: 'tool_call',
  choice: 0,
  index,
  id,
  name,
  ...(given !== undefined && { arguments: given }),
});
const more = (index: number, given: string): ChatPart => ({ type: 'tool_call', choice: 0, index, arguments: given });
const extra = (fields: Record<string, unknown>): ChatPart => ({ type: 'extra', choice: 0, fields });
const end = (reason: 'stop' | 'tool_calls'): ChatPart => ({ type: 'finish', choice: 0, reason });
const usage = (promptTokens: number, completionTokens: number, parts: object = {}): ChatPart => ({
  type: 'usage',
  usage: { promptTokens, completionTokens, ...parts },
});
const logprob = (token: string, value: number, bytes: number[] | null) => ({ token, logprob: value, bytes });
const signed = (fields: object) => [{ type: 'reasoning.text', ...fields, format: 'anthropic-claude-v1', index: 0 }];

const THOUGHT = [thought('Two'), thought(' and two.')];
const FOUR = [text('Four'), text('.')];
const CACHED = { cachedTokens: 1_920, reasoningTokens: 128 };

const EXPECTED: Record<string, ChatPart[]> = {
  'vllm.sse': [...THOUGHT, ...FOUR, end('stop'), usage(25, 9)],
  'vllm-tools.sse': [
    text('\n'),
    call(0, 'chatcmpl-tool-8a61', 'weather'),
    more(0, '{"city": "'),
    more(0, 'Oslo"}'),
    call(1, 'chatcmpl-tool-77c0', 'now'),
    more(1, '{}'),
    end('tool_calls'),
    usage(190, 41),
  ],
  'vllm-logprobs.sse': [
    text('Yes', [
      {
        ...logprob('Yes', -0.1, [89, 101, 115]),
        top: [logprob('Yes', -0.1, [89, 101, 115]), logprob('No', -2.5, [78, 111])],
      },
    ]),
    text('.', [{ ...logprob('.', -0.01, [46]), top: [logprob('.', -0.01, [46]), logprob('!', -9_999, [33])] }]),
    end('stop'),
    usage(12, 3),
  ],
  'sglang.sse': [...THOUGHT, text('Four.'), end('stop'), usage(14, 9, { cachedTokens: 8, reasoningTokens: 5 })],
  'sglang-tools.sse': [
    call(0, 'call_5a2f', 'weather'),
    more(0, '{"city": "Oslo"'),
    more(0, '}'),
    end('tool_calls'),
    usage(140, 20),
  ],
  'llama-cpp.sse': [...THOUGHT, ...FOUR, end('stop'), usage(12, 9, { cachedTokens: 8 })],
  'llama-cpp-tools.sse': [
    call(0, 'Xk2p', 'weather', '{'),
    more(0, '"city":"Oslo"}'),
    end('tool_calls'),
    usage(230, 18),
  ],
  'llama-cpp-logprobs.sse': [
    text('Ja', [
      {
        ...logprob('Ja', -0.2, [74, 97]),
        top: [logprob('Ja', -0.2, [74, 97]), logprob('Nein', -1.9, [78, 101, 105, 110])],
      },
    ]),
    end('stop'),
    usage(12, 2),
  ],
  'llama-cpp-whole.json': [
    thought('Two and two.'),
    text('Four.'),
    call(0, 'zB4', 'weather', '{"city":"Oslo"}'),
    end('tool_calls'),
    usage(12, 30),
  ],
  'ollama.sse': [...THOUGHT, ...FOUR, end('stop'), usage(17, 9)],
  'ollama-tools.sse': [
    call(0, 'call_9f3a', 'weather', '{"city":"Oslo"}'),
    call(1, 'call_c4d1', 'weather', '{"city":"Rome"}'),
    end('tool_calls'),
    usage(17, 9),
  ],
  'openai.sse': [
    ...FOUR,
    extra({
      annotations: [
        {
          type: 'url_citation',
          url_citation: { start_index: 0, end_index: 4, url: 'https://example.org/a', title: 'A' },
        },
      ],
    }),
    end('stop'),
    usage(2_006, 300, CACHED),
  ],
  'openai-tools.sse': [
    call(0, 'call_DdmO9pD3xa9XTPNJ32zg2hcA', 'weather'),
    more(0, '{"'),
    more(0, 'city":"Oslo"}'),
    call(1, 'call_k1Xq', 'now'),
    more(1, '{}'),
    end('tool_calls'),
    usage(2_006, 300, CACHED),
  ],
  'openai-refusal.sse': [
    extra({ refusal: "I can't" }),
    extra({ refusal: ' help.' }),
    end('stop'),
    usage(2_006, 300, CACHED),
  ],
  'openrouter.sse': [
    thought('Two', signed({ text: 'Two' })),
    thought(' and two.', signed({ text: ' and two.' })),
    thought('', signed({ signature: 'EqQBCgIYAhIM' })),
    ...FOUR,
    end('stop'),
    usage(44, 21, { cachedTokens: 20, cacheWriteTokens: 12, reasoningTokens: 14 }),
  ],
  'tgi.sse': [
    text('Four', [{ ...logprob('Four', -0.3, null), top: [logprob('Four', -0.3, null), logprob('4', -1.4, null)] }]),
    text('.'),
    end('stop'),
    usage(41, 3),
  ],
  'lm-studio.sse': [...FOUR, end('stop'), usage(30, 2)],
  'lm-studio-tools.sse': [
    call(0, '365174485', 'weather'),
    more(0, '{"city":'),
    more(0, '"Oslo"}'),
    end('tool_calls'),
    usage(30, 2),
  ],
  'mistral.sse': [
    thought('Two and two.'),
    ...FOUR,
    call(0, 'D681PevKs', 'weather', '{"city": "Oslo"}'),
    end('tool_calls'),
    usage(20, 24),
  ],
  'deepseek.sse': [
    thought('Two and two.'),
    text('Four.'),
    end('stop'),
    usage(90, 30, { cachedTokens: 64, reasoningTokens: 22 }),
  ],
  'google-openai.sse': [
    call(0, 'function-call-77', 'weather', '{"city":"Oslo"}'),
    extra({ thought_signature: 'c2lnbmVk' }),
    end('tool_calls'),
    usage(61, 15),
  ],
};

const recorded = (name: string): Script => ({
  raw: {
    type: name.endsWith('.json') ? 'application/json' : 'text/event-stream; charset=utf-8',
    text: readFileSync(new URL(name, FOLDER), 'utf8'),
  },
});

let upstream: ScriptedUpstream;
beforeAll(async () => {
  upstream = await startScriptedUpstream(Object.fromEntries(readdirSync(FOLDER).map((name) => [name, recorded(name)])));
});
afterAll(() => upstream.stop());

async function read(name: string): Promise<{ parts: ChatPart[]; error: unknown }> {
  const asked: ChatCall = {
    model: name,
    messages: [{ role: 'user', content: 'What is two and two?' }],
    sampling: {},
    maxTokens: 1_000,
    stop: [],
    choices: 1,
    logprobs: { top: 2 },
    extra: {},
    signal: new AbortController().signal,
  };
  const parts: ChatPart[] = [];
  try {
    const answer = openAiCompatibleChat({ id: 'lab', baseUrl: upstream.baseUrl })(asked);
    for await (const together of answer) parts.push(...together);
    return { parts, error: null };
  } catch (error) {
    return { parts, error };
  }
}

describe('a recorded answer', () => {
  it.each(Object.keys(EXPECTED))('of %s gives its parts, and nothing about the upstream', async (name) => {
    const { parts, error } = await read(name);
    expect(error).toBeNull();
    expect(parts).toEqual(EXPECTED[name]);
  });

  it('of TGI gets a generated id for a call without one', async () => {
    const { parts } = await read('tgi-tools.sse');
    const [first, ...rest] = parts;
    expect(first).toMatchObject({ type: 'tool_call', index: 0, name: 'weather' });
    expect(first?.type === 'tool_call' && first.id).toMatch(/^call_[0-9a-f]{24}$/);
    expect(rest).toEqual([more(0, '{"city"'), more(0, ':"Oslo"}'), end('tool_calls'), usage(241, 23)]);
  });

  it.each([
    ['openrouter-error.sse', [text('Fo')], 'INFERENCE_FAILED'],
    ['lm-studio-error.sse', [], 'INFERENCE_FAILED'],
  ])('of %s that fails keeps what came before', async (name, kept, code) => {
    const { parts, error } = await read(name);
    expect(parts).toEqual(kept);
    expect(error).toMatchObject({ code });
  });
});
