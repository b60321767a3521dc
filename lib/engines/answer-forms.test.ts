import Ajv from 'ajv';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { ChatPart, TokenLogprob, Tool } from '../core/chat';
import { countPromptTokens, engineStatus, generateChat, stopChatEngine } from './chat';
import type { EngineChatCall } from './chat-types';
import type { Turn } from './prompt/conversation';
import { startTestChatEngine, TEST_MODEL } from './test-engine';

const WEATHER: Tool = {
  name: 'get_weather',
  description: 'Tells the weather of a city',
  parameters: {
    type: 'object',
    properties: { city: { type: 'string' }, unit: { enum: ['celsius', 'fahrenheit'] } },
    required: ['city', 'unit'],
  },
};
const TIME: Tool = {
  name: 'get-time',
  description: 'Tells the time of a zone',
  parameters: { type: 'object', properties: { zone: { type: 'string' } } },
};
const TOOLS = [TIME, WEATHER];
const ASK: Turn[] = [{ role: 'user', text: 'What is the weather in Paris?' }];
const STORY: Turn[] = [{ role: 'user', text: 'Write a long story about a red fox that lives near a river.' }];
const GREEDY = { temperature: 0 };

function ask(more: Partial<EngineChatCall>): AsyncGenerator<ChatPart> {
  const { signal } = new AbortController();
  const call = { model: TEST_MODEL, turns: ASK, sampling: GREEDY, maxTokens: 60, stop: [], choices: 1, signal };
  return generateChat({ ...call, ...more });
}

type Call = { id: string; name: string; arguments: string };
type Choice = { text: string; calls: Call[]; logprobs: TokenLogprob[]; finish: string };

/** An answer as a client assembles it. */
async function answer(more: Partial<EngineChatCall>) {
  const choices: Choice[] = [];
  const parts: ChatPart[] = [];
  let reported = 0;
  for await (const part of ask(more)) {
    parts.push(part);
    if (part.type === 'usage') continue;
    const choice = (choices[part.choice] ??= { text: '', calls: [], logprobs: [], finish: '' });
    if (part.type === 'finish') {
      choice.finish = part.reason;
      continue;
    }
    if (part.type !== 'text' && part.type !== 'tool_call') throw new Error(`a part of type ${part.type}`);
    reported += part.tokens ?? 0;
    if (part.type === 'text') {
      choice.text += part.text;
      choice.logprobs.push(...(part.logprobs ?? []));
      continue;
    }
    const call = (choice.calls[part.index] ??= { id: part.id ?? '', name: part.name ?? '', arguments: '' });
    call.arguments += part.arguments ?? '';
  }
  const last = parts.at(-1);
  const [first] = choices;
  if (last?.type !== 'usage' || !first) throw new Error('no usage at the end');
  return { ...first, choices, parts, reported, usage: last.usage };
}

const ajv = new Ajv();

beforeAll(() => startTestChatEngine());
afterAll(stopChatEngine);

describe('tool calls', () => {
  it('are made if one is required, piece by piece, with arguments that match the schema', async () => {
    const { text, calls, finish, parts, reported, usage } = await answer({ tools: [WEATHER], toolChoice: 'required' });
    expect(text).toBe('');
    expect(calls).toHaveLength(1);
    expect(calls[0]).toMatchObject({
      id: expect.stringMatching(/^call_[A-Za-z0-9]{24}$/) as string,
      name: 'get_weather',
    });
    const given: unknown = JSON.parse(calls[0]?.arguments ?? '');
    expect(ajv.validate(WEATHER.parameters ?? {}, given)).toBe(true);
    expect(given).toMatchObject({ city: 'Paris' });
    expect(finish).toBe('tool_calls');
    const pieces = parts.filter((part) => part.type === 'tool_call');
    expect(pieces.length).toBeGreaterThan(3);
    expect(pieces.slice(1).every((piece) => piece.id === undefined && piece.name === undefined)).toBe(true);
    expect(reported).toBe(usage.completionTokens);
  });

  it('are of the named tool, in every choice, each with its own id', async () => {
    const sampling = { temperature: 1, seed: 4 };
    const { choices, reported, usage } = await answer({
      tools: TOOLS,
      toolChoice: { name: 'get-time' },
      choices: 3,
      sampling,
    });
    const calls = choices.map(({ calls: [call] }) => call);
    expect(calls.map((call) => call?.name)).toEqual(['get-time', 'get-time', 'get-time']);
    expect(new Set(calls.map((call) => call?.id)).size).toBe(3);
    for (const call of calls) expect(ajv.validate(TIME.parameters ?? {}, JSON.parse(call?.arguments ?? ''))).toBe(true);
    expect(reported).toBe(usage.completionTokens);
  });

  it('are cut off at the maximum tokens', async () => {
    const { finish, usage, calls } = await answer({ tools: [WEATHER], toolChoice: 'required', maxTokens: 20 });
    expect(finish).toBe('length');
    expect(usage.completionTokens).toBe(20);
    expect(calls).toMatchObject([{ name: 'get_weather' }]);
    expect('{"city": "Paris", "unit": "celsius"}'.startsWith(calls[0]?.arguments ?? '-')).toBe(true);
  });

  it('are not cut off by stop strings', async () => {
    const { finish, calls } = await answer({ tools: [WEATHER], toolChoice: 'required', stop: ['Paris', '{'] });
    expect(finish).toBe('tool_calls');
    expect(JSON.parse(calls[0]?.arguments ?? '')).toMatchObject({ city: 'Paris' });
  });
});

describe('calls that the model chooses', () => {
  const call = (city: string) => ({ name: 'get_weather', arguments: `{"city": "${city}", "unit": "celsius"}` });
  /** A model repeats what it has done three times. */
  const turns: Turn[] = [
    ...['Rome', 'Oslo', 'Madrid'].flatMap((city): Turn[] => [
      { role: 'user', text: `What is the weather in ${city}?` },
      { role: 'assistant', text: '', calls: [call(city)] },
    ]),
    ...ASK,
  ];

  it('are absent if it answers with text', async () => {
    const { text, calls, finish } = await answer({ tools: TOOLS, maxTokens: 24 });
    expect(calls).toEqual([]);
    expect(text).toContain('Paris');
    expect(['stop', 'length']).toContain(finish);
  });

  it('are made if it begins one', async () => {
    const chosen = await answer({ turns, tools: TOOLS, parallelToolCalls: false });
    expect(chosen.text).toBe('');
    expect(chosen.calls).toMatchObject([call('Paris')]);
    expect(chosen.finish).toBe('tool_calls');
    expect(chosen.reported).toBe(chosen.usage.completionTokens);
    // The conversation continues with the call and its result.
    const next = await answer({
      turns: [...turns, { role: 'assistant', text: '', calls: chosen.calls }, { role: 'tool', text: '21 degrees' }],
      tools: TOOLS,
    });
    expect(next.calls.length + next.text.length).toBeGreaterThan(0);
    expect(next.usage.cachedTokens).toBeGreaterThan(chosen.usage.promptTokens + 10);
  });

  it('may be several', async () => {
    const pair = (one: string, other: string): Turn => ({
      role: 'user',
      text: `What is the weather in ${one} and ${other}?`,
    });
    const several: Turn[] = [
      ...[
        ['Rome', 'Oslo'],
        ['Madrid', 'Cairo'],
        ['Tokyo', 'Lima'],
      ].flatMap(([one = '', other = '']): Turn[] => [
        pair(one, other),
        { role: 'assistant', text: '', calls: [call(one), call(other)] },
      ]),
      pair('Paris', 'Berlin'),
    ];
    const { calls, finish, reported, usage } = await answer({ turns: several, tools: TOOLS, maxTokens: 600 });
    expect(calls.length).toBeGreaterThan(1);
    expect(new Set(calls.map(({ id }) => id)).size).toBe(calls.length);
    for (const one of calls) expect(JSON.parse(one.arguments)).toBeTypeOf('object');
    expect(finish).toBe('tool_calls');
    expect(reported).toBeLessThanOrEqual(usage.completionTokens);
    const one = await answer({ turns: several, tools: TOOLS, parallelToolCalls: false });
    expect(one.calls).toHaveLength(1);
  });

  it('are not made if none are allowed', async () => {
    const { calls, text } = await answer({ turns, tools: TOOLS, toolChoice: 'none', maxTokens: 24 });
    expect(calls).toEqual([]);
    expect(text).not.toBe('');
  });

  it('end at the maximum tokens as well', async () => {
    const { finish, usage } = await answer({ turns, tools: TOOLS, maxTokens: 12 });
    expect(finish).toBe('length');
    expect(usage.completionTokens).toBe(12);
  });
});

describe('JSON', () => {
  const turns: Turn[] = [{ role: 'user', text: 'Maria Lopez is 34 and lives in Lisbon. Who is she?' }];
  const person = {
    type: 'object',
    properties: {
      name: { type: 'string', maxLength: 20 },
      age: { type: 'integer', minimum: 0 },
      city: { anyOf: [{ type: 'string', maxLength: 20 }, { type: 'null' }] },
      tags: { type: 'array', items: { enum: ['young', 'old', 'é"'] }, minItems: 1, maxItems: 2 },
    },
    required: ['name', 'age', 'city', 'tags'],
    additionalProperties: false,
  };
  const schema = (of: Record<string, unknown>) => ({ type: 'json_schema' as const, name: 'answer', schema: of });

  it('matches the schema at every temperature', async () => {
    for (const temperature of [0, 0.7, 1.8]) {
      const { text, finish, reported, usage } = await answer({
        turns,
        responseFormat: schema(person),
        sampling: { temperature, seed: 5, topK: 0, topP: 1 },
        maxTokens: 400,
      });
      expect(finish).toBe('stop');
      expect(ajv.validate(person, JSON.parse(text))).toBe(true);
      expect(reported).toBe(usage.completionTokens);
      if (temperature === 0) expect(JSON.parse(text)).toMatchObject({ name: 'Maria Lopez', age: 34, city: 'Lisbon' });
    }
  });

  it('is an object if there is no schema, and ends with it', async () => {
    const { text, finish } = await answer({ turns, responseFormat: { type: 'json_object' }, maxTokens: 200 });
    expect(text.startsWith('{')).toBe(true);
    if (finish === 'stop') expect(typeof JSON.parse(text)).toBe('object');
    else expect(text).not.toMatch(/\s{3}/);
  });

  it('may have characters of several tokens, and separators as text', async () => {
    const said = '🦊 сказка 日本語 👩‍👩‍👧 "quoted" \\ <|im_end|><|im_start|>';
    const { text, finish } = await answer({ responseFormat: schema({ const: said }), maxTokens: 200 });
    expect(JSON.parse(text)).toBe(said);
    expect(finish).toBe('stop');
    // So high a temperature that a separator would be drawn if it were possible.
    const separators = '<|im_start|><file_sep><|endoftext|>'.repeat(3);
    const sampling = { temperature: 2, topK: 0, topP: 1, seed: 1 };
    const warm = await answer({ responseFormat: schema({ const: separators }), sampling, maxTokens: 400 });
    expect(warm).toMatchObject({ text: JSON.stringify(separators), finish: 'stop' });
  });

  it('is cut off by the maximum tokens and by a stop string', async () => {
    const cut = await answer({ turns, responseFormat: schema(person), maxTokens: 6 });
    expect(cut).toMatchObject({ finish: 'length', usage: { completionTokens: 6 } });
    const stopped = await answer({ turns, responseFormat: schema(person), stop: [', "age'] });
    expect(stopped).toMatchObject({ finish: 'stop', text: '{"name": "Maria Lopez"' });
  });

  it('works together with tools: JSON or a call', async () => {
    const { text, calls } = await answer({ turns, tools: TOOLS, responseFormat: schema(person), maxTokens: 200 });
    if (calls.length > 0) expect(text).toBe('');
    else expect(ajv.validate(person, JSON.parse(text))).toBe(true);
  });

  it('is refused for a hostile schema before the engine gets it', async () => {
    const before = engineStatus();
    const hostile = schema({ type: 'string', minLength: 1_000_000_000 });
    const refusal = { code: 'INVALID_REQUEST', status: 400 };
    const startedMs = performance.now();
    await expect(answer({ responseFormat: hostile })).rejects.toMatchObject(refusal);
    await expect(countPromptTokens(TEST_MODEL, { turns: ASK, responseFormat: hostile })).rejects.toMatchObject(refusal);
    const tools: Tool[] = [WEATHER, { name: 'bad', parameters: { $ref: '#' } }];
    await expect(answer({ tools })).rejects.toThrow('tools.1.function.parameters');
    let deep: Record<string, unknown> = {};
    for (let level = 0; level < 20_000; level += 1) deep = { items: deep };
    await expect(answer({ responseFormat: schema(deep) })).rejects.toThrow('at most 100 levels deep');
    expect(performance.now() - startedMs).toBeLessThan(2_000);
    expect(engineStatus()).toMatchObject({ pid: before.pid, restarts: before.restarts });
  });

  it('leaves the engine intact if the caller leaves in the middle of a grammar', async () => {
    const whole = await answer({ turns, responseFormat: schema(person), maxTokens: 200 });
    for (const responseFormat of [schema(person), schema({ type: 'string' })]) {
      const controller = new AbortController();
      const left = (async () => {
        for await (const part of ask({ turns, responseFormat, maxTokens: 500, signal: controller.signal })) {
          if (part.type === 'text' && part.text.length > 0) controller.abort(new Error('left'));
        }
      })();
      await expect(left).rejects.toThrow('left');
      for await (const part of ask({ turns, responseFormat, maxTokens: 500 })) if (part.type === 'text') break;
    }
    expect((await answer({ turns, responseFormat: schema(person), maxTokens: 200 })).text).toBe(whole.text);
  });
});

describe('log probabilities', () => {
  const bytesOf = (logprobs: TokenLogprob[]): string =>
    new TextDecoder().decode(new Uint8Array(logprobs.flatMap(({ bytes }) => bytes ?? [])));

  it('do not change the text at temperature 0, even with penalties', async () => {
    for (const sampling of [
      GREEDY,
      { ...GREEDY, repetitionPenalty: 1.4, frequencyPenalty: 0.6, presencePenalty: 0.3 },
    ]) {
      const plain = await answer({ turns: STORY, sampling, maxTokens: 24 });
      const { text, logprobs, usage } = await answer({ turns: STORY, sampling, maxTokens: 24, logprobs: { top: 20 } });
      expect(text).toBe(plain.text);
      expect(plain.logprobs).toEqual([]);
      expect(logprobs).toHaveLength(usage.completionTokens);
      expect(bytesOf(logprobs)).toBe(text);
      expect(logprobs.map(({ token }) => token).join('')).toBe(text);
      for (const { logprob, top } of logprobs) {
        expect(top).toHaveLength(20);
        const sum = top.reduce((total, one) => total + Math.exp(one.logprob), 0);
        expect(sum).toBeGreaterThan(0.2);
        expect(sum).toBeLessThanOrEqual(1.000_01);
        expect(top.every((one, index) => index === 0 || one.logprob <= (top[index - 1]?.logprob ?? 0))).toBe(true);
        expect(logprob).toBeLessThanOrEqual((top[0]?.logprob ?? 0) + 1e-6);
      }
    }
  });

  it('are the model’s own: neither temperature nor penalties change them', async () => {
    const first = async (sampling: EngineChatCall['sampling']) => {
      const { logprobs } = await answer({ turns: STORY, sampling, maxTokens: 1, logprobs: { top: 5 } });
      return logprobs[0]?.top.map(({ token, logprob }) => `${token} ${logprob.toFixed(2)}`);
    };
    const plain = await first(GREEDY);
    expect(plain).toHaveLength(5);
    expect(await first({ temperature: 1.5, topK: 3, topP: 0.5, seed: 2, presencePenalty: 2 })).toEqual(plain);
  });

  it('have no alternatives unless requested, and come with every choice', async () => {
    const sampling = { temperature: 1, seed: 8 };
    const { choices } = await answer({ turns: STORY, sampling, choices: 2, maxTokens: 10, logprobs: { top: 0 } });
    for (const { text, logprobs } of choices) {
      expect(logprobs).toHaveLength(10);
      expect(logprobs.every(({ top }) => top.length === 0)).toBe(true);
      expect(bytesOf(logprobs)).toBe(text);
    }
    expect(choices[0]?.text).not.toBe(choices[1]?.text);
  });

  it('are the same for the same seed', async () => {
    const call = { turns: STORY, sampling: { temperature: 1.2, seed: 3 }, maxTokens: 12, logprobs: { top: 1 } };
    expect((await answer(call)).logprobs).toEqual((await answer(call)).logprobs);
  });

  it('have the bytes of tokens that are parts of a character', async () => {
    const responseFormat = { type: 'json_schema' as const, name: 'a', schema: { const: 'é 🦊 日' } };
    const { text, logprobs } = await answer({ responseFormat, logprobs: { top: 2 } });
    expect(bytesOf(logprobs)).toBe(text);
    expect(logprobs.some(({ token }) => token.includes('\uFFFD'))).toBe(true);
    expect(logprobs.every(({ logprob }) => logprob <= 0)).toBe(true);
  });

  it('end with the text', async () => {
    const { text, logprobs } = await answer({ turns: STORY, maxTokens: 40, stop: ['.', ','], logprobs: { top: 1 } });
    expect(bytesOf(logprobs).startsWith(text)).toBe(true);
    expect(bytesOf(logprobs.slice(0, -1)).length).toBeLessThan(text.length);
  });
});

describe('sampling', () => {
  it('ends the text at a stop token, which is neither returned nor charged', async () => {
    const plain = await answer({ turns: STORY, maxTokens: 12, logprobs: { top: 0 } });
    const single = await answer({ turns: STORY, maxTokens: 1 });
    expect(plain.text.startsWith(single.text)).toBe(true);
    // Almost every token of the vocabulary: the answer ends at once, or consists only of the others.
    const all = Array.from({ length: 49_152 }, (_, token) => token);
    const none = await answer({ turns: STORY, maxTokens: 12, stopTokenIds: all });
    expect(none).toMatchObject({ text: '', finish: 'stop', usage: { completionTokens: 0 } });
    const never = await answer({ turns: STORY, maxTokens: 12, stopTokenIds: [49_000] });
    expect(never.text).toBe(plain.text);
  });

  it('supports a temperature that follows the entropy, reproducible with a seed', async () => {
    const text = async (sampling: EngineChatCall['sampling']): Promise<string> =>
      (await answer({ turns: STORY, sampling, maxTokens: 24 })).text;
    const greedy = await text({ temperature: 0, topK: 40, topP: 0.95 });
    expect(await text({ minTemperature: 0, maxTemperature: 0 })).toBe(greedy);
    const warm = { minTemperature: 0.5, maxTemperature: 1.9, seed: 6 };
    expect(await text(warm)).toBe(await text(warm));
    expect(await text(warm)).not.toBe(greedy);
    expect(await text({ ...warm, seed: 7 })).not.toBe(await text(warm));
  });
});

describe('counting', () => {
  it('counts tools, format, and calls as they are in the prompt', async () => {
    const turns: Turn[] = [
      ...ASK,
      { role: 'assistant', text: '', calls: [{ name: 'get_weather', arguments: '{"city": "Paris"}' }] },
      { role: 'tool', text: '21 degrees' },
    ];
    const format = { type: 'json_schema' as const, name: 'a', schema: { type: 'object', properties: { a: {} } } };
    const prompts: Partial<EngineChatCall>[] = [
      { turns },
      { turns, tools: TOOLS },
      { turns, tools: TOOLS, toolChoice: 'none' },
      { turns, tools: TOOLS, toolChoice: 'required' },
      { turns, tools: TOOLS, toolChoice: { name: 'get-time' } },
      { turns, responseFormat: { type: 'json_object' } },
      { turns, tools: TOOLS, responseFormat: format },
    ];
    const counts: number[] = [];
    for (const prompt of prompts) {
      const { usage } = await answer({ ...prompt, maxTokens: 1 });
      const count = await countPromptTokens(TEST_MODEL, { turns, ...prompt });
      expect(count).toBe(usage.promptTokens);
      counts.push(count);
    }
    const [plain = 0, tools = 0, none, required = 0, named, json = 0, all = 0] = counts;
    expect(none).toBe(plain);
    expect(tools).toBeGreaterThan(plain + 100);
    expect(required).toBeGreaterThan(tools);
    expect(named).toBe(required);
    expect(json).toBeGreaterThan(plain);
    expect(all).toBeGreaterThan(tools + 20);
  });
});
