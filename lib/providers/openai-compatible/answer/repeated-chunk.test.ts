import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { ChatPart } from '../../../core/chat';
import { repeatedChunk } from './repeated-chunk';

const chunk = (delta: object, more: object = {}) =>
  JSON.stringify({ id: 'x', choices: [{ index: 0, delta, logprobs: null, ...more }], usage: null });
const text = (said: string): ChatPart => ({ type: 'text', choice: 0, text: said });

function knowing(said: string) {
  const repeated = repeatedChunk();
  repeated.learn(chunk({ content: said }), text(said));
  return repeated;
}

describe('repeatedChunk', () => {
  it('reads the same as the parser, or leaves it to the parser', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary' }), fc.string({ unit: 'binary', minLength: 1 }), (next, first) => {
        const read = knowing(first).read(chunk({ content: next }));
        if (read) expect(read).toEqual(text(next));
      }),
    );
    expect(knowing('a').read(chunk({ content: ' Grüße 🙂' }))).toEqual(text(' Grüße 🙂'));
  });

  it('recognizes the form whatever the first text was, and with spaces in it', () => {
    for (const first of ['a', '"', '\\', 'content', '"content":"a"', '\n', '🙂']) {
      expect(knowing(first).read(chunk({ content: 'b' }))).toEqual(text('b'));
    }
    const spaced = repeatedChunk();
    spaced.learn('{"choices": [{"delta": {"content": "a"}}]}', text('a'));
    expect(spaced.read('{"choices": [{"delta": {"content": "b"}}]}')).toEqual(text('b'));
  });

  it.each([
    ['a text that ends the string', chunk({ content: 'b"},"finish_reason":"stop","x":{"a":"' })],
    [
      'a quote outside the text',
      '{"id":"x","choices":[{"index":0,"delta":{"content":"b","role":"x"},"logprobs":null}],"usage":null}',
    ],
    ['a line end', chunk({ content: 'b' }).replace('"b"', '"b\n"')],
    ['an empty text', chunk({ content: '' })],
    ['another choice', chunk({ content: 'b' }, { index: 1 })],
    ['an end', chunk({ content: 'b' }, { finish_reason: 'stop' })],
    ['another field', chunk({ content: 'b', refusal: 'c' })],
    ['a shorter event', '[DONE]'],
  ])('leaves %s to the parser', (_, event) => {
    expect(knowing('a').read(event)).toBeNull();
  });

  it('uses the member that is read, not another one of the same name', () => {
    const repeated = repeatedChunk();
    const twice = (first: string, second: string) =>
      `{"meta":{"content":"${first}"},"choices":[{"index":0,"delta":{"content":"${second}"}}]}`;
    repeated.learn(twice('a', 'a'), text('a'));
    expect(repeated.read(twice('b', 'a'))).toBeNull();
  });

  it.each<[string, ChatPart | undefined]>([
    ['log probabilities', { type: 'text', choice: 0, text: 'a', logprobs: [] }],
    ['an end', { type: 'finish', choice: 0, reason: 'stop' }],
    ['no part', undefined],
  ])('learns nothing from a chunk with %s', (_, part) => {
    const repeated = repeatedChunk();
    repeated.learn(chunk({ content: 'a' }), part);
    expect(repeated.read(chunk({ content: 'b' }))).toBeNull();
  });

  it('recognizes reasoning under both of its names', () => {
    for (const name of ['reasoning', 'reasoning_content']) {
      const repeated = repeatedChunk();
      repeated.learn(chunk({ [name]: 'a' }), { type: 'reasoning', choice: 0, text: 'a' });
      expect(repeated.read(chunk({ [name]: 'b' }))).toEqual({ type: 'reasoning', choice: 0, text: 'b' });
    }
  });
});
