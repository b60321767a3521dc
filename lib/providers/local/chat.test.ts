import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { stopChatEngine } from '../../engines/chat';
import { startTestChatEngine, TEST_MODEL } from '../../engines/test-engine';
import type { ChatCall, ChatMessage, TextPart } from '../spec';
import type { ChatPart, Tool } from '../../core/chat';
import { localProvider } from './chat';

beforeAll(() => startTestChatEngine());
afterAll(stopChatEngine);

function count(messages: ChatMessage[]): Promise<number> | undefined {
  return localProvider.countPromptTokens?.({ model: TEST_MODEL, messages });
}

async function chat(messages: ChatMessage[], more: Partial<ChatCall> = {}): Promise<ChatPart[]> {
  const call: ChatCall = {
    model: TEST_MODEL,
    messages,
    sampling: { temperature: 0 },
    maxTokens: 30,
    stop: [],
    choices: 1,
    extra: {},
    signal: new AbortController().signal,
    ...more,
  };
  const parts: ChatPart[] = [];
  for await (const together of localProvider.chat?.(call) ?? []) parts.push(...together);
  return parts;
}

describe('the embedded provider', () => {
  it('yields text, a finish and the usage, in this order', async () => {
    const messages: ChatMessage[] = [{ role: 'user', content: 'What is the capital of France?' }];
    const parts = await chat(messages);
    expect(parts.map((part) => part.type).filter((type) => type !== 'text')).toEqual(['finish', 'usage']);
    expect(parts.flatMap((part) => (part.type === 'text' ? [part.text] : [])).join('')).toContain('Paris');
    expect(parts.at(-1)).toMatchObject({ type: 'usage', usage: { promptTokens: await count(messages) } });
  });

  it('includes every role of the wire in the prompt', async () => {
    const system = await count([{ role: 'system', content: 'Be brief.' }]);
    expect(await count([{ role: 'developer', content: 'Be brief.' }])).toBe(system);
    const user: ChatMessage = { role: 'user', content: 'one\ntwo' };
    const alone = await count([user]);
    const parts: TextPart[] = [
      { type: 'text', text: 'one' },
      { type: 'text', text: 'two' },
    ];
    expect(await count([{ role: 'user', content: parts }])).toBe(alone);
    const result: ChatMessage = { role: 'tool', toolCallId: 'call_1', content: parts };
    expect(await count([result])).toBe(await count([{ ...result, content: 'one\ntwo' }]));
    expect(await count([result])).toBeGreaterThan(alone ?? 0);
    expect(await count([{ role: 'system', content: parts }])).toBe(
      await count([{ role: 'system', content: 'one\ntwo' }]),
    );
    // A message without text still has its separators.
    expect(await count([user, { role: 'assistant', content: null }])).toBeGreaterThan(alone ?? 0);
  });

  it('makes the required call, and continues with its result', async () => {
    const tools: Tool[] = [
      { name: 'find', strict: true, parameters: { type: 'object', properties: { a: { const: 1 } }, required: ['a'] } },
    ];
    const question: ChatMessage = { role: 'user', content: 'Find it.' };
    const parts = await chat([question], { tools, toolChoice: 'required', parallelToolCalls: true });
    const [first] = parts;
    if (first?.type !== 'tool_call') throw new Error('the first part is no call');
    expect(first).toMatchObject({
      choice: 0,
      index: 0,
      name: 'find',
      id: expect.stringMatching(/^call_\w{24}$/) as string,
    });
    const text = parts.flatMap((part) => (part.type === 'tool_call' ? [part.arguments ?? ''] : [])).join('');
    expect(text).toBe('{"a": 1}');
    expect(parts.at(-2)).toEqual({ type: 'finish', choice: 0, reason: 'tool_calls' });
    const called: ChatMessage = {
      role: 'assistant',
      content: null,
      toolCalls: [{ id: first.id ?? '', name: 'find', arguments: text }],
    };
    const next = await chat([question, called, { role: 'tool', toolCallId: first.id ?? '', content: 'found' }], {
      tools,
    });
    expect(next.at(-1)).toMatchObject({ type: 'usage', usage: { cachedTokens: expect.any(Number) as number } });
    expect(await count([question, called])).toBeGreaterThan(((await count([question])) ?? 0) + 10);
  });

  it('constrains the answer to a schema, with log probabilities, up to a stop token', async () => {
    const schema = { type: 'object', properties: { a: { const: 'x' } }, required: ['a'] };
    const call = {
      responseFormat: { type: 'json_schema' as const, name: 'a', schema, strict: true },
      logprobs: { top: 2 },
    };
    const parts = await chat([{ role: 'user', content: 'Hi' }], call);
    const texts = parts.flatMap((part) => (part.type === 'text' ? [part] : []));
    expect(texts.map(({ text }) => text).join('')).toBe('{"a": "x"}');
    const logprobs = texts.flatMap((part) => part.logprobs ?? []);
    expect(logprobs.map(({ token }) => token).join('')).toBe('{"a": "x"}');
    expect(texts.reduce((sum, { tokens = 0 }) => sum + tokens, 0)).toBe(logprobs.length);
    const all = Array.from({ length: 49_152 }, (_, token) => token);
    const none = await chat([{ role: 'user', content: 'Hi' }], { stopTokenIds: all });
    expect(none.map(({ type }) => type)).toEqual(['finish', 'usage']);
  });

  it('counts the same prompt that it generates from, and refuses invalid tools', async () => {
    const messages: ChatMessage[] = [{ role: 'user', content: 'Hi' }];
    const tools: Tool[] = [{ name: 'find', description: 'Finds whatever was lost' }];
    const parts = await chat(messages, { tools, toolChoice: 'auto', maxTokens: 1 });
    const counted = await localProvider.countPromptTokens?.({ model: TEST_MODEL, messages, tools, toolChoice: 'auto' });
    expect(parts.at(-1)).toMatchObject({ type: 'usage', usage: { promptTokens: counted } });
    const bad: Tool[] = [...tools, { name: 'bad', parameters: { type: 'object', if: {} } }];
    await expect(chat(messages, { tools: bad })).rejects.toMatchObject({
      code: 'INVALID_REQUEST',
      options: { issues: [{ path: ['tools', 1, 'function', 'parameters'] }] },
    });
    await expect(localProvider.countPromptTokens?.({ model: TEST_MODEL, messages, tools: bad })).rejects.toMatchObject({
      code: 'INVALID_REQUEST',
    });
  });

  it('fails before the first part if the model is not installed', async () => {
    await expect(chat([{ role: 'user', content: 'Hi' }], { model: 'absent' })).rejects.toMatchObject({
      code: 'MODEL_OFFLINE',
    });
  });
});
