import { describe, expect, it } from 'vitest';
import type { ChatPart } from '../../../core/chat';
import { endToolCalls, openCalls, readToolCalls } from './read-tool-calls';

/** Calls as a client assembles them, and the parts themselves. */
function read(fragments: unknown[]) {
  const calls = openCalls();
  const parts: ChatPart[] = [];
  for (const fragment of fragments) readToolCalls([fragment], calls, 0, parts);
  endToolCalls(calls, 0, parts);
  const whole: { id: string; name: string; text: string }[] = [];
  for (const part of parts) {
    if (part.type !== 'tool_call') continue;
    const { index, id = '', name = '', arguments: text = '' } = part;
    const call = (whole[index] ??= { id: '', name: '', text: '' });
    whole[index] = { id: call.id + id, name: call.name + name, text: call.text + text };
  }
  return { parts, whole: whole.map(({ name, text }) => `${name}(${text})`), ids: whole.map(({ id }) => id) };
}

const of = (name: string | null, text: unknown = '', more: object = {}) => ({
  ...more,
  function: { name, arguments: text },
});
const OURS = /^call_[0-9a-f]{24}$/;

describe('readToolCalls', () => {
  it.each<[string, unknown[], string[]]>([
    ['a whole call', [of('now', '{}', { index: 0, id: 'a' })], ['now({})']],
    [
      'fragments',
      [of('w', '', { index: 0, id: 'a' }), of(null, '{"c"', { index: 0 }), of(null, ':1}', { index: 0 })],
      ['w({"c":1})'],
    ],
    [
      'interleaved fragments of two calls',
      [
        of('w', '{', { index: 0, id: 'a' }),
        of('x', '{', { index: 1, id: 'b' }),
        of(null, '}', { index: 0 }),
        of(null, '}', { index: 1 }),
      ],
      ['w({})', 'x({})'],
    ],
    [
      'whole calls that all have index 0, distinguished by their ids',
      [of('w', '{"c":1}', { index: 0, id: 'a' }), of('w', '{"c":2}', { index: 0, id: 'b' })],
      ['w({"c":1})', 'w({"c":2})'],
    ],
    [
      'whole calls that all have index 0 and no ids',
      [of('w', '{"c":1}', { index: 0 }), of('w', '{"c":2}', { index: 0 }), of('x', '', { index: 0 })],
      ['w({"c":1})', 'w({"c":2})', 'x({})'],
    ],
    [
      'no numbers, but ids',
      [of('w', '{', { id: 'a' }), of('x', '{', { id: 'b' }), of(null, '}', { id: 'a' }), of(null, '}', { id: 'b' })],
      ['w({})', 'x({})'],
    ],
    ['no indexes and no ids', [of('w', '{'), of(null, '}'), of('x', '{}')], ['w({})', 'x({})']],
    [
      'names that are repeated in every fragment',
      [of('w', '', { index: 0 }), of('w', '{"c"', { index: 0 }), of('w', ':1}', { index: 0 })],
      ['w({"c":1})'],
    ],
    [
      'ids and names that are repeated in every fragment',
      [of('w', '{"c"', { index: 0, id: 'a' }), of('w', ':1}', { index: 0, id: 'a' })],
      ['w({"c":1})'],
    ],
    [
      'a new id in every fragment',
      [of('w', '{"c"', { index: 0, id: 'a' }), of(null, ':1}', { index: 0, id: 'b' })],
      ['w({"c":1})'],
    ],
    [
      'a name that arrives late',
      [of(null, '{"c"', { index: 0, id: 'a' }), of('w', ':1}', { index: 0 })],
      ['w({"c":1})'],
    ],
    ['arguments as an object', [of('w', { c: 1 }, { index: 0 })], ['w({"c":1})']],
    ['no arguments at all', [{ index: 0, function: { name: 'now' } }], ['now({})']],
    ['a call without its envelope', [{ name: 'now', arguments: {} }], ['now({})']],
    ['values that are not calls', [null, 'x', 7, {}, { function: null }, { function: { arguments: '{}' } }], []],
  ])('reads %s', (_, fragments, expected) => {
    expect(read(fragments).whole).toEqual(expected);
  });

  it('generates an id for a call that has none, or one already used', () => {
    expect(read([of('now', '{}', { index: 0 })]).ids[0]).toMatch(OURS);
    expect(read([of('now', '{}', { index: 0, id: '' })]).ids[0]).toMatch(OURS);
    const [first, second] = read([of('w', '{}', { index: 0, id: 'a' }), of('x', '{}', { index: 1, id: 'a' })]).ids;
    expect(first).toBe('a');
    expect(second).toMatch(OURS);
  });

  it('sends id and name once, with the first fragment, and numbers calls without gaps', () => {
    const { parts } = read([
      of(null, '', { index: 4, id: 'never' }),
      of('w', '', { index: 7, id: 'a' }),
      of('w', '{}', { index: 7, id: 'a' }),
      of('x', '{}', { index: 9, id: 'b' }),
    ]);
    expect(parts).toEqual([
      { type: 'tool_call', choice: 0, index: 0, id: 'a', name: 'w' },
      { type: 'tool_call', choice: 0, index: 0, arguments: '{}' },
      { type: 'tool_call', choice: 0, index: 1, id: 'b', name: 'x', arguments: '{}' },
    ]);
  });

  // Work that grows with the square of their number would take minutes.
  it('reads very many calls, and very many fragments of one', () => {
    const many = Array.from({ length: 200_000 }, (_, index) => of('w', '{}', { index, id: `${index}` }));
    const parts: ChatPart[] = [];
    readToolCalls(many, openCalls(), 0, parts);
    expect(parts).toHaveLength(200_000);
    expect(parts.at(-1)).toMatchObject({ index: 199_999, id: '199999' });

    const pieces = Array.from({ length: 100_000 }, () => of('w', 'piece ', { index: 0 }));
    const { whole } = read([of('w', '{"text":"', { index: 0 }), ...pieces, of('w', '"}', { index: 0 })]);
    expect(whole.map((call) => call.length)).toEqual(['w({"text":""})'.length + 600_000]);
  });
});
