import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { stopChatEngine } from '../../engines/chat';
import { startTestChatEngine, TEST_MODEL } from '../../engines/test-engine';
import type { ChatCall, ChatMessage, ChatPart } from '../spec';
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
  for await (const part of localProvider.chat?.(call) ?? []) parts.push(part);
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

  it('gives every role of the wire a voice', async () => {
    const system = await count([{ role: 'system', content: 'Be brief.' }]);
    expect(await count([{ role: 'developer', content: 'Be brief.' }])).toBe(system);
    const user: ChatMessage = { role: 'user', content: 'one\ntwo' };
    const alone = await count([user]);
    const parts: ChatMessage['content'] = [
      { type: 'text', text: 'one' },
      { type: 'text', text: 'two' },
    ];
    expect(await count([{ role: 'user', content: parts }])).toBe(alone);
    expect(await count([{ role: 'tool', toolCallId: 'call_1', content: 'one\ntwo' }])).toBe(alone);
    // A message without text still has its separators.
    expect(await count([user, { role: 'assistant', content: null }])).toBeGreaterThan(alone ?? 0);
  });

  it('fails before the first part for a model that is not installed', async () => {
    await expect(chat([{ role: 'user', content: 'Hi' }], { model: 'absent' })).rejects.toMatchObject({
      code: 'MODEL_OFFLINE',
    });
  });
});
