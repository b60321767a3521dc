import { describe, expect, it } from 'vitest';
import type { ChatMessage } from '../types';
import { toWireMessages } from './wire-messages';

const message = (given: Partial<ChatMessage>) => ({ text: '', reasoning: '', ...given }) as ChatMessage;
const user = (given: Partial<ChatMessage>) => message({ role: 'user', ...given });
const answer = (given: Partial<ChatMessage>) => message({ role: 'assistant', ...given });

describe('toWireMessages', () => {
  it('puts attachments before the text, and also sends them without text', () => {
    const image = { id: '1', kind: 'image' as const, name: 'a.png', type: 'image/png', bytes: 1, url: 'data:a' };
    const file = { ...image, kind: 'file' as const, name: 'b.pdf', url: 'data:b' };
    expect(
      toWireMessages([user({ text: 'Look', attachments: [image, file] }), user({ attachments: [image] })]),
    ).toEqual([
      {
        role: 'user',
        content: [
          { type: 'image_url', image_url: { url: 'data:a' } },
          { type: 'file', file: { file_data: 'data:b', filename: 'b.pdf' } },
          { type: 'text', text: 'Look' },
        ],
      },
      { role: 'user', content: [{ type: 'image_url', image_url: { url: 'data:a' } }] },
    ]);
  });

  it('omits earlier requests for images, but not what was asked about attachments', () => {
    const image = { id: '1', kind: 'image' as const, name: 'a.png', type: 'image/png', bytes: 1, url: 'data:a' };
    const path = [
      user({ text: '/image a kite' }),
      user({ text: '/image of what', attachments: [image] }),
      user({ text: 'Hi' }),
    ];
    expect(toWireMessages(path)).toMatchObject([
      { content: [{ type: 'image_url' }, { type: 'text' }] },
      { content: 'Hi' },
    ]);
  });

  const calls = [
    { id: 'a', name: 'get', arguments: '{"x":1}' },
    { id: 'b', name: 'put', arguments: '' },
  ];

  it('sends answered calls with the thoughts that belong to them, then a message per result', () => {
    const path = [
      user({ text: 'Do' }),
      answer({ calls, reasoning: 'hm', reasoningDetails: [{ type: 'x' }], thoughtSignature: 's' }),
      user({
        results: [
          { callId: 'a', name: 'get', text: '1' },
          { callId: 'b', name: 'put', text: '' },
        ],
      }),
    ];
    expect(toWireMessages(path).slice(1)).toEqual([
      {
        role: 'assistant',
        content: null,
        reasoning_content: 'hm',
        reasoning_details: [{ type: 'x' }],
        thought_signature: 's',
        tool_calls: [
          { id: 'a', type: 'function', function: { name: 'get', arguments: '{"x":1}' } },
          { id: 'b', type: 'function', function: { name: 'put', arguments: '{}' } },
        ],
      },
      { role: 'tool', content: '1', tool_call_id: 'a' },
      { role: 'tool', content: '', tool_call_id: 'b' },
    ]);
  });

  it('omits calls without a result, and answers with nothing else', () => {
    expect(toWireMessages([answer({ calls }), user({ text: 'Never mind' })])).toEqual([
      { role: 'user', content: 'Never mind' },
    ]);
    expect(toWireMessages([answer({ calls, text: 'Let me see.', reasoning: 'hm' })])).toEqual([
      { role: 'assistant', content: 'Let me see.' },
    ]);
  });

  it('omits results whose calls are not in the answer before, such as after it was deleted', () => {
    const results = [
      { callId: 'a', name: 'get', text: '1' },
      { callId: 'x', name: 'other', text: '2' },
    ];
    expect(toWireMessages([user({ text: 'Do' }), user({ results }), answer({ text: 'Done.' })])).toEqual([
      { role: 'user', content: 'Do' },
      { role: 'assistant', content: 'Done.' },
    ]);
    expect(toWireMessages([answer({ calls }), user({ results })])).toMatchObject([
      { tool_calls: [{ id: 'a' }] },
      { role: 'tool', content: '1', tool_call_id: 'a' },
    ]);
  });
});
