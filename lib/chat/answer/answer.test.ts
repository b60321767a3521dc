import { describe, expect, it } from 'vitest';
import type { ChatPart, TokenLogprob } from '../../core/chat';
import { gather, type Gathered } from './gather';
import { chunkMaker, toUsageChunk } from './to-chunks';
import { toCompletion } from './to-completion';
import { ChatChunk, ChatCompletion } from './wire';

const head = { id: 'chatcmpl-1', created: 7, model: 'm' };
const usage = { promptTokens: 3, completionTokens: 4, reasoningTokens: 1 };
const charged = { currency: 'USD', chargedNano: 1_000n } as const;
const options = {
  enable_e2ee: false,
  enable_web_search: 'off',
  enable_web_citations: false,
  enable_web_scraping: false,
  enable_x_search: false,
  include_svc_system_prompt: true,
  include_search_results_in_stream: false,
  return_search_results_as_documents: false,
  strip_thinking_response: false,
  disable_thinking: false,
  web_search_citations: [],
} as const;

const logprob = (token: string): TokenLogprob => ({
  token,
  logprob: -0.5,
  bytes: [...Buffer.from(token)],
  top: [{ token, logprob: -0.5, bytes: null }],
});

const wholeOf = (...parts: ChatPart[]) => {
  const gathered: Gathered = new Map();
  for (const part of parts) gather(gathered, part);
  return ChatCompletion.parse(toCompletion(head, gathered, usage, charged, { ...options, web_search_citations: [] }));
};

const chunksOf = (...parts: ChatPart[]) => {
  const chunks = chunkMaker(head);
  const chunksOut: ChatChunk[] = [];
  for (const part of parts) {
    chunks.begin(part, chunksOut);
    chunks.add(part, chunksOut);
  }
  return chunksOut.map((chunk) => ChatChunk.parse(chunk));
};

/** The pieces of two parallel calls, as a model sends them. */
const CALLS: ChatPart[] = [
  { type: 'reasoning', choice: 0, text: 'I look it up', details: [{ type: 'reasoning.text', text: 'I look it up' }] },
  { type: 'tool_call', choice: 0, index: 0, id: 'call_a', name: 'find', arguments: '' },
  { type: 'tool_call', choice: 0, index: 0, arguments: '{"city":' },
  { type: 'tool_call', choice: 0, index: 1, id: 'call_b', name: 'count', arguments: '{}' },
  { type: 'tool_call', choice: 0, index: 0, arguments: '"Rome"}' },
  { type: 'finish', choice: 0, reason: 'tool_calls' },
];

describe('a non-streaming answer', () => {
  it('joins very long lists, and fields that arrive in pieces', () => {
    const details = Array.from({ length: 300_000 }, () => ({ type: 'reasoning.text' }));
    const lists = Array.from({ length: 20_000 }, (): ChatPart => {
      return { type: 'extra', choice: 0, fields: { annotations: ['a', 'b'], note: 'x', constructor: 1 } };
    });
    const [choice] = wholeOf({ type: 'reasoning', choice: 0, text: '', details }, ...lists).choices;
    expect(choice?.message.reasoning_details).toHaveLength(300_000);
    expect(choice?.message).toMatchObject({ note: 'x'.repeat(20_000), constructor: 1 });
    expect(choice?.message.annotations).toHaveLength(40_000);
  });

  it('assembles tool calls from their fragments and has no text', () => {
    const [choice] = wholeOf(...CALLS).choices;
    expect(choice).toMatchObject({
      finish_reason: 'tool_calls',
      logprobs: null,
      message: {
        role: 'assistant',
        content: null,
        reasoning_content: 'I look it up',
        reasoning_details: [{ type: 'reasoning.text', text: 'I look it up' }],
        tool_calls: [
          { id: 'call_a', type: 'function', function: { name: 'find', arguments: '{"city":"Rome"}' } },
          { id: 'call_b', type: 'function', function: { name: 'count', arguments: '{}' } },
        ],
      },
    });
  });

  it('omits empty members', () => {
    const [choice] = wholeOf(
      { type: 'text', choice: 0, text: 'Yes' },
      { type: 'finish', choice: 0, reason: 'stop' },
    ).choices;
    expect(choice?.message).toEqual({ role: 'assistant', content: 'Yes', reasoning_content: null });
  });

  it('reports log probabilities in both layouts', () => {
    const [choice] = wholeOf(
      { type: 'text', choice: 0, text: 'Y', logprobs: [logprob('Y')] },
      { type: 'text', choice: 0, text: 'es', logprobs: [logprob('es')] },
    ).choices;
    const first = {
      token: 'Y',
      logprob: -0.5,
      bytes: [89],
      top_logprobs: [{ token: 'Y', logprob: -0.5, bytes: null }],
    };
    expect(choice?.logprobs).toMatchObject({ ...first, content: [first, { token: 'es' }] });
  });

  it('keeps and joins the upstream’s own fields, but never lets them replace ours', () => {
    const [choice] = wholeOf(
      { type: 'extra', choice: 0, fields: { refusal: 'No', annotations: [1], role: 'system', content: 'x' } },
      { type: 'extra', choice: 0, fields: { refusal: ' way', annotations: [2], seen: true } },
      { type: 'text', choice: 0, text: 'mine' },
    ).choices;
    expect(choice?.message).toMatchObject({
      role: 'assistant',
      content: 'mine',
      refusal: 'No way',
      annotations: [1, 2],
      seen: true,
    });
  });

  it('orders the choices by their number', () => {
    const text = (choice: number): ChatPart => ({ type: 'text', choice, text: String(choice) });
    expect(wholeOf(text(2), text(0), text(1)).choices.map(({ index }) => index)).toEqual([0, 1, 2]);
  });
});

describe('the chunks of a stream', () => {
  it('begin with the role and send id, type, and name of a call once', () => {
    expect(chunksOf(...CALLS).map(({ choices: [choice] }) => choice?.delta)).toEqual([
      { role: 'assistant', content: '' },
      { reasoning_content: 'I look it up', reasoning_details: [{ type: 'reasoning.text', text: 'I look it up' }] },
      { tool_calls: [{ index: 0, id: 'call_a', type: 'function', function: { name: 'find', arguments: '' } }] },
      { tool_calls: [{ index: 0, function: { arguments: '{"city":' } }] },
      { tool_calls: [{ index: 1, id: 'call_b', type: 'function', function: { name: 'count', arguments: '{}' } }] },
      { tool_calls: [{ index: 0, function: { arguments: '"Rome"}' } }] },
      {},
    ]);
  });

  it('give the first fragment of a call an arguments string to append to', () => {
    const [, chunk] = chunksOf({ type: 'tool_call', choice: 0, index: 0, id: 'call_a', name: 'find' });
    expect(chunk?.choices[0]?.delta.tool_calls?.[0]?.function).toEqual({ name: 'find', arguments: '' });
  });

  it('carry the log probabilities of their piece', () => {
    const chunks = chunksOf({ type: 'text', choice: 1, text: 'Y', logprobs: [logprob('Y')] });
    expect(chunks.map(({ choices: [choice] }) => choice?.logprobs?.content[0]?.token)).toEqual([undefined, 'Y']);
  });

  it('never let an upstream field replace a field of the chunk', () => {
    const [, chunk] = chunksOf({ type: 'extra', choice: 0, fields: { refusal: 'No', finish_reason: 'x' } });
    expect(chunk).toMatchObject({ id: 'chatcmpl-1', choices: [{ finish_reason: null, delta: { refusal: 'No' } }] });
  });

  it('end with usage and cost', () => {
    expect(toUsageChunk(head, usage, charged)).toMatchObject({
      choices: [],
      usage: {
        prompt_tokens: 3,
        completion_tokens: 4,
        total_tokens: 7,
        completion_tokens_details: { reasoning_tokens: 1 },
      },
      cost: { usd: 0.000001, diem: 0 },
    });
  });
});
