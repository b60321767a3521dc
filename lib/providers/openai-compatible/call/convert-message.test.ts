import { describe, expect, it } from 'vitest';
import type { ChatMessage } from '../../spec';
import type { ServerKind } from '../upstream';
import { convertMessages } from './convert-message';

const one = (message: ChatMessage, kind: ServerKind) => convertMessages([message], kind)[0];
const user = (content: Extract<ChatMessage, { role: 'user' }>['content'], kind: ServerKind) =>
  one({ role: 'user', content }, kind);

describe('content', () => {
  it('has images, audio and video as parts', () => {
    expect(
      user(
        [
          { type: 'text', text: 'Look' },
          { type: 'image', url: 'data:image/png;base64,AA==', detail: 'high' },
          { type: 'audio', data: 'BB==', format: 'mp3' },
          { type: 'video', url: 'data:video/mp4;base64,CC==' },
        ],
        'vllm',
      ),
    ).toEqual({
      role: 'user',
      content: [
        { type: 'text', text: 'Look' },
        { type: 'image_url', image_url: { url: 'data:image/png;base64,AA==', detail: 'high' } },
        { type: 'input_audio', input_audio: { data: 'BB==', format: 'mp3' } },
        { type: 'video_url', video_url: { url: 'data:video/mp4;base64,CC==' } },
      ],
    });
  });

  it('has audio and video under the names of SGLang and llama.cpp', () => {
    expect(user([{ type: 'audio', data: 'BB==', format: 'wav' }], 'sglang')).toMatchObject({
      content: [{ type: 'audio_url', audio_url: { url: 'data:audio/wav;base64,BB==' } }],
    });
    expect(user([{ type: 'video', url: 'data:video/mp4;base64,CC==' }], 'llama.cpp')).toMatchObject({
      content: [{ type: 'input_video', input_video: { data: 'CC==' } }],
    });
  });

  it('has cache hints for the servers that know them, and no others', () => {
    const message: ChatMessage = {
      role: 'system',
      content: [
        { type: 'text', text: 'Long', cache: { ttl: '1h' } },
        { type: 'text', text: 'Short' },
      ],
    };
    expect(one(message, 'openrouter')).toEqual({
      role: 'system',
      content: [
        { type: 'text', text: 'Long', cache_control: { type: 'ephemeral', ttl: '1h' } },
        { type: 'text', text: 'Short' },
      ],
    });
    expect(one(message, 'openai')).toMatchObject({
      content: [
        { type: 'text', text: 'Long' },
        { type: 'text', text: 'Short' },
      ],
    });
    expect(JSON.stringify(one(message, 'openai'))).not.toContain('cache');
    // Templates of open models expect text.
    expect(one(message, 'generic')).toEqual({ role: 'system', content: 'Long\nShort' });
  });

  it('of a tool’s result is text', () => {
    const parts = [{ type: 'text' as const, text: 'rain' }];
    expect(one({ role: 'tool', toolCallId: 'c', content: parts }, 'ollama')).toEqual({
      role: 'tool',
      content: 'rain',
      tool_call_id: 'c',
    });
  });
});

describe('system messages', () => {
  const front: ChatMessage[] = [
    { role: 'system', content: 'Be kind' },
    { role: 'developer', content: [{ type: 'text', text: 'Be short' }] },
    { role: 'user', content: 'Hi' },
    { role: 'system', content: 'Be late' },
  ];

  it('at the front are merged for templates', () => {
    expect(convertMessages(front, 'vllm')).toEqual([
      { role: 'system', content: 'Be kind\n\nBe short' },
      { role: 'user', content: 'Hi' },
      { role: 'system', content: 'Be late' },
    ]);
    expect(convertMessages(front.slice(0, 2), 'vllm')).toEqual([{ role: 'system', content: 'Be kind\n\nBe short' }]);
  });

  it('stay unchanged for public services', () => {
    expect(convertMessages(front, 'openai').map((message) => 'role' in message && message.role)).toEqual([
      'system',
      'developer',
      'user',
      'system',
    ]);
  });
});

describe('an earlier answer', () => {
  const details = [{ type: 'reasoning.text', text: 'Hm', signature: 's' }];
  const answer: ChatMessage = {
    role: 'assistant',
    content: 'Yes',
    name: 'bob',
    reasoning: 'Hm',
    reasoningDetails: details,
    thoughtSignature: 't',
    toolCalls: [
      { id: 'c1', name: 'now', arguments: '' },
      { id: 'c2', name: 'weather', arguments: '{"city":"Oslo"}' },
    ],
  };
  const calls = [
    { id: 'c1', type: 'function', function: { name: 'now', arguments: '{}' } },
    { id: 'c2', type: 'function', function: { name: 'weather', arguments: '{"city":"Oslo"}' } },
  ];
  const plain = { role: 'assistant', content: 'Yes', name: 'bob', tool_calls: calls };

  it.each<[ServerKind, object]>([
    ['openai', {}],
    ['tgi', {}],
    ['openrouter', { reasoning: 'Hm', reasoning_details: details }],
    ['ollama', { reasoning: 'Hm' }],
    ['vllm', { reasoning: 'Hm', reasoning_content: 'Hm' }],
    ['sglang', { reasoning_content: 'Hm' }],
    ['llama.cpp', { reasoning_content: 'Hm' }],
    ['lm-studio', { reasoning_content: 'Hm' }],
  ])('goes back to %s with its reasoning under the name that it reads', (kind, thinking) => {
    expect(one(answer, kind)).toEqual({ ...plain, ...thinking });
  });

  it('goes back to an unknown server with everything that it may have sent', () => {
    const [first, second] = calls;
    expect(one(answer, 'generic')).toEqual({
      ...plain,
      reasoning_content: 'Hm',
      reasoning_details: details,
      thought_signature: 't',
      tool_calls: [{ ...first, extra_content: { google: { thought_signature: 't' } } }, second],
    });
  });
});
