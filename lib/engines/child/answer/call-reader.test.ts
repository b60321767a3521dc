import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { type CallPiece, createCallReader } from './call-reader';

type Call = { name: string; arguments: string };

const BETWEEN = '\n</tool_call>\n<tool_call>\n';

function write(calls: readonly Call[]): string {
  return calls.map((call) => `{"name": "${call.name}", "arguments": ${call.arguments}}`).join(BETWEEN);
}

/** Reads pieces and assembles the calls as a client would. */
function read(pieces: readonly string[]): { calls: Call[]; ids: string[]; whole: boolean } {
  const reader = createCallReader();
  const all: CallPiece[] = pieces.flatMap((piece) => reader.push(piece));
  const calls: Call[] = [];
  const ids: string[] = [];
  for (const { index, id, name, arguments: text = '' } of all) {
    if (id !== undefined) ids.push(id);
    if (name !== undefined) calls[index] = { name, arguments: '' };
    const call = calls[index];
    if (!call) throw new Error('arguments before a name');
    call.arguments += text;
  }
  return { calls, ids, whole: reader.whole() };
}

describe('call reader', () => {
  it('emits the name as soon as it is read, then the arguments as they arrive', () => {
    const reader = createCallReader();
    expect(reader.push('{"name": "find", "argu')).toEqual([]);
    expect(reader.push('ments": {"ci')).toEqual([
      { index: 0, id: expect.stringMatching(/^call_[A-Za-z0-9]{24}$/) as string, name: 'find', arguments: '{"ci' },
    ]);
    expect(reader.push('ty": "}{\\"')).toEqual([{ index: 0, arguments: 'ty": "}{\\"' }]);
    expect(reader.whole()).toBe(false);
    expect(reader.push('"}}')).toEqual([{ index: 0, arguments: '"}' }]);
    expect(reader.whole()).toBe(true);
    expect(reader.push('\n</tool_call>')).toEqual([]);
    expect(reader.whole()).toBe(true);
  });

  it('is not complete before the first call or in the middle of the second', () => {
    const calls = [
      { name: 'a', arguments: '{}' },
      { name: 'b', arguments: '{"x": 1}' },
    ];
    const text = write(calls);
    expect(read(['{"name": "a"']).whole).toBe(false);
    expect(read([text.slice(0, -3)]).whole).toBe(false);
    expect(read([text])).toMatchObject({ calls, whole: true });
  });

  it('reads the same however the text is split', () => {
    const name = fc.stringMatching(/^[A-Za-z0-9_-]{1,12}$/);
    const call = fc.record({
      name,
      arguments: fc.dictionary(fc.string(), fc.jsonValue()).map((v) => JSON.stringify(v)),
    });
    const cuts = fc.array(fc.nat({ max: 200 }), { maxLength: 12 });
    fc.assert(
      fc.property(fc.array(call, { minLength: 1, maxLength: 3 }), cuts, (calls, cutting) => {
        const text = write(calls);
        const at = [0, ...cutting.filter((cut) => cut < text.length).toSorted((a, b) => a - b), text.length];
        const result = read(at.slice(1).map((end, index) => text.slice(at[index], end)));
        expect(result.calls).toEqual(calls);
        expect(result.whole).toBe(true);
        expect(new Set(result.ids).size).toBe(calls.length);
      }),
    );
  });
});
