import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { ChatPart } from '../../core/chat';
import { afterThinking, thinkingStripper } from './strip-thinking';

function stripped(pieces: string[]): string {
  const strip = thinkingStripper();
  const parts: ChatPart[] = [
    ...pieces.map((text): ChatPart => ({ type: 'text', choice: 0, text })),
    { type: 'finish', choice: 0, reason: 'stop' },
  ];
  return parts
    .flatMap(strip)
    .map((part) => (part.type === 'text' ? part.text : ''))
    .join('');
}

describe('thinking in tags', () => {
  it.each([
    ['plain text', 'plain text'],
    ['  indented stays', '  indented stays'],
    ['<think>hm</think>Yes', 'Yes'],
    ['\n<think>hm</think>\n\nYes\n', 'Yes\n'],
    ['<think></think>\n\nYes', 'Yes'],
    ['A<think>hm</think>B<think>so</think> C', 'AB C'],
    ['<think>never ends', ''],
    ['a < b and <thin ice', 'a < b and <thin ice'],
    ['ends with <thi', 'ends with <thi'],
    ['</think> alone', '</think> alone'],
    ['<think>a<think>b</think>c', 'c'],
    ['   ', '   '],
    ['<think>x</think>   ', ''],
  ])('%j becomes %j, however it is split', (text, shown) => {
    expect(stripped([text])).toBe(shown);
    expect(stripped([...text])).toBe(shown);
    for (let at = 1; at < text.length; at += 1) expect(stripped([text.slice(0, at), text.slice(at)])).toBe(shown);
  });

  it('does not depend on where the pieces are split', () => {
    const piece = fc.constantFrom('<', 'think', '>', '</think>', '<think>', ' ', '\n', 'a', '/', '<th');
    fc.assert(
      fc.property(fc.array(piece, { maxLength: 30 }), (pieces) => {
        expect(stripped(pieces)).toBe(stripped([pieces.join('')]));
      }),
    );
  });

  it('keeps the choices apart and passes everything else through', () => {
    const strip = thinkingStripper();
    const call: ChatPart = { type: 'tool_call', choice: 0, index: 0, id: 'a', name: 'b' };
    const usage: ChatPart = { type: 'usage', usage: { promptTokens: 1, completionTokens: 2 } };
    expect(strip({ type: 'text', choice: 0, text: '<think>a' })).toEqual([]);
    expect(strip({ type: 'text', choice: 1, text: 'b' })).toEqual([{ type: 'text', choice: 1, text: 'b' }]);
    expect(strip({ type: 'reasoning', choice: 1, text: 'hm' })).toEqual([]);
    expect(strip(call)).toEqual([call]);
    expect(strip(usage)).toEqual([usage]);
  });
});

it.each([
  ['so it is</think>\n\nYes', 'Yes'],
  ['Yes', 'Yes'],
  ['a</think>b</think>c', 'b</think>c'],
])('a non-streaming answer that began inside its thinking, %j, becomes %j', (text, shown) => {
  expect(afterThinking(text)).toBe(shown);
});

it('never reports probabilities of hidden tokens', () => {
  const logprobs = [{ token: 'secret', logprob: -1, bytes: null, top: [] }];
  const strip = thinkingStripper();
  expect(strip({ type: 'text', choice: 0, text: '<think>secret</think>Hi', logprobs })).toEqual([
    { type: 'text', choice: 0, text: 'Hi' },
  ]);
  const shown: ChatPart = { type: 'text', choice: 0, text: ' there', logprobs };
  expect(strip(shown)).toEqual([shown]);
});
