import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { TokenLogprob } from '../../../core/chat';
import { createJsonEnd } from './json-end';
import { createTextReader, type TextReading } from './text-reader';

const MARK = '<tool_call>';

function logprob(token: string): TokenLogprob {
  return { token, logprob: -1, bytes: null, top: [] };
}

/** Everything that a reader returns for these pieces. */
function read(pieces: readonly string[], reading: Partial<TextReading>) {
  const reader = createTextReader({ stops: [], json: false, ...reading });
  let text = '';
  const tokens: string[] = [];
  for (const piece of pieces) {
    const read = reader.push(piece, logprob(piece));
    text += read.text;
    tokens.push(...read.logprobs.map(({ token }) => token));
    if (read.end !== null) return { text, tokens, end: read.end };
  }
  const rest = reader.finish('');
  return { text: text + rest.text, tokens: [...tokens, ...rest.logprobs.map(({ token }) => token)], end: rest.end };
}

describe('text reader', () => {
  it('finds the mark of a call at the beginning, after white space and after text', () => {
    for (const pieces of [[MARK], ['<tool', '_call>'], ['\n', ' <', 'tool_call>\n{"name"']]) {
      expect(read(pieces, { mark: MARK })).toMatchObject({ text: '', end: 'mark' });
    }
    expect(read(['I see', '.\n<to', 'ol_call>'], { mark: MARK })).toMatchObject({ text: 'I see.\n', end: 'mark' });
  });

  it.each([
    ['{"name": "get_weather", "arguments"'],
    ['```json\n{ "name": "get_weather"'],
    ['```\n{"name":"get_weather"'],
    ['\n {\n  "name" : "get_weather"'],
  ])('takes the JSON of a call at the beginning for its mark: %s', (answer) => {
    const reading = { mark: MARK, tools: ['add', 'get_weather'] };
    expect(read([answer], reading)).toEqual({ text: '', tokens: [], end: 'mark' });
    expect(read([...answer], reading)).toEqual({ text: '', tokens: [], end: 'mark' });
  });

  it.each([
    ['{"name": "Ada", "age": 36}'],
    ['{"name": "get_weather_of"}'],
    ['```python\nprint(1)\n```'],
    ['Call {"name": "get_weather"}'],
    ['{"na'],
    ['```json'],
    [''],
  ])('leaves other answers as they are: %s', (answer) => {
    const reading = { mark: MARK, tools: ['get_weather'] };
    expect(read([answer], reading)).toMatchObject({ text: answer, end: null });
    expect(read([...answer], reading)).toMatchObject({ text: answer, tokens: [...answer], end: null });
    // With a format of its own, an answer is JSON and nothing else.
    expect(read(['{"name": "get_weather"'], { ...reading, json: true }).text).toBe('{"name": "get_weather"');
  });

  it('holds text back only while it may become a mark', () => {
    const reader = createTextReader({ stops: [], mark: MARK, json: false });
    expect(reader.push('\n ').text).toBe('');
    expect(reader.push('Hi').text).toBe('\n Hi');
    expect(reader.push(' <tool').text).toBe(' ');
    expect(reader.push('box> and').text).toBe('<toolbox> and');
    expect(reader.push(' ').text).toBe(' ');
  });

  it('returns white space if nothing follows it', () => {
    expect(read(['\n', '\n'], { mark: MARK })).toEqual({ text: '\n\n', tokens: ['\n', '\n'], end: null });
    expect(read(['\n', '<tool'], { mark: MARK })).toMatchObject({ text: '\n<tool', end: null });
    expect(read(['\n', 'END'], { mark: MARK, stops: ['END'] })).toMatchObject({ text: '\n', end: 'stop' });
  });

  it('obeys a stop that comes before the mark, or is the mark', () => {
    expect(read(['a <tool', '_call>'], { mark: MARK, stops: ['<t'] })).toMatchObject({ text: 'a ', end: 'stop' });
    expect(read(['a ', MARK], { mark: MARK, stops: [MARK] })).toMatchObject({ text: 'a ', end: 'stop' });
    expect(read(['a ', MARK], {})).toMatchObject({ text: `a ${MARK}`, end: null });
  });

  it('ends with its JSON', () => {
    expect(read(['{"a": "}', '\\""', '}', 'never'], { json: true })).toMatchObject({
      text: '{"a": "}\\""}',
      end: 'whole',
    });
    expect(read(['[1', ', 2] and more'], { json: true })).toMatchObject({ text: '[1, 2]', end: 'whole' });
    expect(read(['"a', 'b"c'], { json: true })).toMatchObject({ text: '"ab"', end: 'whole' });
    expect(read(['1', '2'], { json: true })).toMatchObject({ text: '12', end: null });
    // Text that was held back for a stop that never came is sent at the end.
    expect(read(['{"a": 1}'], { json: true, stops: ['}x'] })).toMatchObject({ text: '{"a": 1}', end: 'whole' });
  });

  it('returns the log probabilities of exactly the tokens whose text is sent', () => {
    expect(read(['one ', 'ST', 'ART', ' two'], { stops: ['STOP'] }).tokens).toEqual(['one ', 'ST', 'ART', ' two']);
    expect(read(['one ', 'ST', 'OP'], { stops: ['STOP'] }).tokens).toEqual(['one ']);
    // The text of a token that is partly before the stop is sent.
    expect(read(['one S', 'TOP'], { stops: ['STOP'] }).tokens).toEqual(['one S']);
    expect(read(['a', '', '', 'é', ''], {}).tokens).toEqual(['a', '', '', 'é', '']);
    expect(read(['Hi ', '<tool', '_call>'], { mark: MARK }).tokens).toEqual(['Hi ']);
  });

  it('never returns a log probability before its text', () => {
    const pieces = fc.array(fc.string({ unit: fc.constantFrom('a', 'S', 'T', ' '), maxLength: 3 }), { maxLength: 12 });
    fc.assert(
      fc.property(pieces, (texts) => {
        const reader = createTextReader({ stops: ['STS'], json: false });
        let shown = '';
        const tokens: string[] = [];
        for (const text of texts) {
          const piece = reader.push(text, logprob(text));
          shown += piece.text;
          tokens.push(...piece.logprobs.map(({ token }) => token));
          // Each of them has at least begun.
          if (tokens.length > 0) expect(shown.length).toBeGreaterThan(tokens.slice(0, -1).join('').length - 1);
          if (piece.end) return;
        }
        const rest = reader.finish('');
        expect([...tokens, ...rest.logprobs.map(({ token }) => token)]).toEqual(texts);
        expect(shown + rest.text).toBe(texts.join(''));
      }),
    );
  });
});

describe('end of JSON', () => {
  it('is found like by a parser, however the text is split', () => {
    const value = fc.oneof(fc.array(fc.jsonValue()), fc.dictionary(fc.string(), fc.jsonValue()), fc.string());
    fc.assert(
      fc.property(value, fc.nat(), (json, cut) => {
        const text = JSON.stringify(json);
        const at = cut % text.length;
        const end = createJsonEnd();
        expect(end(text.slice(0, at))).toBeNull();
        expect(end(`${text.slice(at)} "more" {`)).toBe(text.length - at);
      }),
    );
  });
});
