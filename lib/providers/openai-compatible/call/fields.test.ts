import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import type { ChatCall, Reasoning } from '../../spec';
import type { ServerKind } from '../upstream';
import { convertCall } from './convert-call';
import { FORWARDED_FIELDS } from '../../kit/forwarded-fields';
import { FIELDS } from './fields';

const KINDS: ServerKind[] = [
  'openai',
  'openrouter',
  'vllm',
  'sglang',
  'llama.cpp',
  'ollama',
  'tgi',
  'lm-studio',
  'generic',
];
const CITY = { type: 'object', properties: { city: { type: 'string' } } };

/** A call with every setting. */
const FULL: ChatCall = {
  model: 'm',
  messages: [{ role: 'user', content: 'Hello' }],
  sampling: {
    temperature: 0.5,
    minTemperature: 0.25,
    maxTemperature: 1.25,
    topP: 0.9,
    topK: 40,
    minP: 0.05,
    frequencyPenalty: 0.1,
    presencePenalty: 0.2,
    repetitionPenalty: 1.1,
    seed: 7,
  },
  maxTokens: 100,
  stop: ['END'],
  stopTokenIds: [2],
  choices: 2,
  tools: [{ name: 'weather', description: 'Returns it', parameters: CITY, strict: true }, { name: 'now' }],
  toolChoice: { name: 'now' },
  parallelToolCalls: false,
  responseFormat: { type: 'json_schema', name: 'city', description: 'A city', schema: CITY, strict: true },
  logprobs: { top: 3 },
  reasoning: { effort: 'minimal', summary: 'auto' },
  verbosity: 'low',
  promptCacheKey: 'k',
  promptCacheRetention: '24h',
  extra: { logit_bias: { 5: -100 }, mirostat: 2 },
  signal: new AbortController().signal,
};

const WEATHER = {
  type: 'function',
  function: { name: 'weather', description: 'Returns it', parameters: CITY, strict: true },
};
const NOW = { type: 'function', function: { name: 'now', parameters: { type: 'object', properties: {} } } };
const FORMAT = {
  type: 'json_schema',
  json_schema: { name: 'city', description: 'A city', schema: CITY, strict: true },
};
/** The settings that every kind of server gets. */
const SHARED = {
  model: 'm',
  messages: [{ role: 'user', content: 'Hello' }],
  stream: true,
  stream_options: { include_usage: true },
  temperature: 0.5,
  top_p: 0.9,
  frequency_penalty: 0.1,
  presence_penalty: 0.2,
  seed: 7,
  stop: ['END'],
  tools: [WEATHER, NOW],
  tool_choice: { type: 'function', function: { name: 'now' } },
  response_format: FORMAT,
  logprobs: true,
  top_logprobs: 3,
};
const BIAS = { logit_bias: { 5: -100 } };
const TOLERANT = { ...SHARED, ...BIAS, mirostat: 2, max_tokens: 100 };
const THINKS = { enable_thinking: true, thinking: true };
const SAMPLED = { top_k: 40, min_p: 0.05, repetition_penalty: 1.1 };

const EXPECTED: Record<ServerKind, object> = {
  openai: {
    ...SHARED,
    ...BIAS,
    max_completion_tokens: 100,
    n: 2,
    parallel_tool_calls: false,
    reasoning_effort: 'minimal',
    verbosity: 'low',
    prompt_cache_key: 'k',
    prompt_cache_retention: '24h',
  },
  openrouter: {
    ...TOLERANT,
    ...SAMPLED,
    parallel_tool_calls: false,
    reasoning: { effort: 'minimal', summary: 'auto' },
    verbosity: 'low',
  },
  vllm: {
    ...TOLERANT,
    ...SAMPLED,
    n: 2,
    stop_token_ids: [2],
    parallel_tool_calls: false,
    reasoning_effort: 'minimal',
    chat_template_kwargs: THINKS,
  },
  sglang: {
    ...TOLERANT,
    ...SAMPLED,
    n: 2,
    stop_token_ids: [2],
    parallel_tool_calls: false,
    reasoning_effort: 'minimal',
    chat_template_kwargs: THINKS,
  },
  'llama.cpp': {
    ...TOLERANT,
    temperature: 0.75,
    dynatemp_range: 0.5,
    top_k: 40,
    min_p: 0.05,
    repeat_penalty: 1.1,
    tools: [NOW],
    tool_choice: 'required',
    parallel_tool_calls: false,
    chat_template_kwargs: { ...THINKS, reasoning_effort: 'minimal' },
  },
  ollama: { ...TOLERANT, tools: [NOW], tool_choice: undefined, reasoning_effort: 'low' },
  tgi: { ...TOLERANT, response_format: { type: 'json_object', value: CITY } },
  'lm-studio': {
    ...TOLERANT,
    top_k: 40,
    repeat_penalty: 1.1,
    tools: [NOW],
    tool_choice: 'required',
    logprobs: undefined,
    top_logprobs: undefined,
    reasoning_effort: 'low',
  },
  generic: { ...TOLERANT, ...SAMPLED, n: 2, stop_token_ids: [2], parallel_tool_calls: false, reasoning_effort: 'low' },
};

const bare = (more: Partial<ChatCall> = {}): ChatCall => ({
  model: 'm',
  messages: [],
  sampling: {},
  maxTokens: 100,
  stop: [],
  choices: 1,
  extra: {},
  signal: FULL.signal,
  ...more,
});
/** What a setting adds to a request without any. */
const added = (more: Partial<ChatCall>, kind: ServerKind) => {
  const nothing = convertCall(bare(), kind, false);
  return Object.fromEntries(
    Object.entries(convertCall(bare(more), kind, false)).filter(
      ([name, value]) => value !== undefined && JSON.stringify(value) !== JSON.stringify(nothing[name]),
    ),
  );
};

describe('a request', () => {
  it.each(KINDS)('to %s has every setting that it supports, in its layout, and no other', (kind) => {
    expect(convertCall(FULL, kind, false)).toEqual(EXPECTED[kind]);
  });

  it.each(KINDS)('to %s has no settings that were not requested', (kind) => {
    expect(Object.keys(convertCall(bare(), kind, false)).sort()).toEqual(
      [
        'messages',
        'model',
        'stream',
        'stream_options',
        kind === 'openai' ? 'max_completion_tokens' : 'max_tokens',
      ].sort(),
    );
  });

  it('requests JSON of any form in each server’s layout', () => {
    const any = { responseFormat: { type: 'json_object' as const } };
    expect(added(any, 'generic')).toEqual({ response_format: { type: 'json_object' } });
    expect(added(any, 'tgi')).toEqual({ response_format: { type: 'json_object', value: { type: 'object' } } });
    expect(added(any, 'lm-studio')).toMatchObject({
      response_format: { type: 'json_schema', json_schema: { schema: { type: 'object' } } },
    });
  });

  it('sends no tools if none may be called and the server cannot express that', () => {
    const tools = { tools: [{ name: 'now' }] };
    expect(added({ ...tools, toolChoice: 'none' }, 'ollama')).toEqual({});
    expect(added({ ...tools, toolChoice: 'required' }, 'ollama')).toEqual({ tools: [NOW] });
    expect(added({ ...tools, toolChoice: 'none' }, 'lm-studio')).toEqual({ tools: [NOW], tool_choice: 'none' });
  });

  it('omits a limit that TGI refuses', () => {
    expect(added({ sampling: { topP: 1 } }, 'tgi')).toEqual({});
    expect(added({ sampling: { topP: 1 } }, 'vllm')).toEqual({ top_p: 1 });
  });

  it.each([
    [{ minTemperature: 0.2, maxTemperature: 1 }, 0.6, 0.4],
    [{ temperature: 0.5, maxTemperature: 1.5 }, 1, 0.5],
    [{ maxTemperature: 1 }, 0.5, 0.5],
    [{ temperature: 1, minTemperature: 0.5 }, 0.75, 0.25],
    [{ minTemperature: 1.5 }, 1.5, 0],
  ])('has a dynamic temperature for llama.cpp: %j', (sampling, temperature, range) => {
    const { temperature: middle, dynatemp_range: reach } = added({ sampling }, 'llama.cpp');
    expect(middle).toBeCloseTo(temperature);
    expect(reach).toBeCloseTo(range);
  });
});

describe('thinking', () => {
  const off: Reasoning = { enabled: false };
  const on: Reasoning = { enabled: true };
  const template = (enabled: boolean) => ({ chat_template_kwargs: { enable_thinking: enabled, thinking: enabled } });

  it.each<[ServerKind, Reasoning, object]>([
    ['vllm', off, template(false)],
    ['sglang', off, template(false)],
    ['llama.cpp', off, template(false)],
    ['generic', off, template(false)],
    ['ollama', off, { reasoning_effort: 'none' }],
    ['openrouter', off, { reasoning: { enabled: false } }],
    ['tgi', off, {}],
    ['lm-studio', off, {}],
    ['vllm', on, template(true)],
    ['generic', on, {}],
    ['ollama', on, {}],
    ['openai', on, {}],
    ['openrouter', on, { reasoning: { enabled: true } }],
    ['vllm', { effort: 'none' }, template(false)],
    ['generic', { effort: 'none' }, template(false)],
    ['ollama', { effort: 'none' }, { reasoning_effort: 'none' }],
    ['openai', { effort: 'none' }, { reasoning_effort: 'none' }],
    ['openai', { effort: 'max' }, { reasoning_effort: 'xhigh' }],
    ['vllm', { effort: 'max' }, { reasoning_effort: 'max', ...template(true) }],
    ['generic', { effort: 'max' }, { reasoning_effort: 'high' }],
    ['openrouter', { effort: 'high', enabled: false }, { reasoning: { effort: 'high' } }],
    ['ollama', { effort: 'high', enabled: false }, { reasoning_effort: 'high' }],
    ['generic', { summary: 'auto' }, {}],
  ])('for %s: %j', (kind, reasoning, expected) => {
    expect(added({ reasoning }, kind)).toEqual(expected);
  });

  it.each([
    ['gpt-5.1', 'none'],
    ['gpt-5', 'minimal'],
    ['gpt-5-mini', 'minimal'],
    ['o3', 'low'],
    ['gpt-4o', undefined],
    ['my-deployment', undefined],
  ])('of OpenAI’s %s is reduced to %s', (model, effort) => {
    expect(convertCall(bare({ model, reasoning: off }), 'openai', false).reasoning_effort).toBe(effort);
  });
});

describe('docs/fields.md', () => {
  const page = readFileSync('docs/fields.md', 'utf8');

  it('names every field outside the API that goes on', () => {
    const [, text = ''] = page.split('\n## Other fields\n');
    for (const name of FORWARDED_FIELDS) expect(text).toContain(`\`${name}\``);
  });

  const rows = page
    .split('\n')
    .filter((line) => line.startsWith('| '))
    .map((line) => line.split('|').map((cell) => cell.trim()));
  const header = rows.find((cells) => cells.includes('vllm')) ?? [];

  it.each(FIELDS.map((field) => [field.name, field] as const))('has the row of %s as in the code', (name, field) => {
    const row = rows.find(
      ([, first]) =>
        first ===
        name
          .split(', ')
          .map((one) => `\`${one}\``)
          .join(', '),
    );
    const cells = KINDS.map((kind) => [kind, row?.[header.indexOf(kind)]]);
    const expected = KINDS.map((kind) => {
      const says = field.says[kind] ?? '–';
      return [kind, says.replaceAll('`', '') === name ? '✓' : says];
    });
    expect(cells).toEqual(expected);
  });
});
