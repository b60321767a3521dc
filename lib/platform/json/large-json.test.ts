import { describe, expect, it } from 'vitest';
import { parseLargeJson, writeLargeJson } from './large-json';

const order = { account: 'one' };
/** Bytes in their own buffer, so that it can be transferred. */
const bytesOf = (text: string) => [new TextEncoder().encode(text)];

describe('large JSON in workers', () => {
  it('round-trips unchanged, in every script', async () => {
    const value = {
      text: 'plain, "quoted" \\ 中文 😀 \u2028'.repeat(1_000),
      list: [1, null, true, { a: [] }],
      __proto__x: 1,
    };
    const bytes = await writeLargeJson(value, order);
    expect(new TextDecoder().decode(bytes)).toBe(JSON.stringify(value));
    expect(await parseLargeJson([Uint8Array.from(bytes)], null, order)).toEqual(value);
  });

  it('keeps only the requested members', async () => {
    const text = `{"a":1,"b":2,"__proto__":{"x":1},"c":3}`;
    expect(await parseLargeJson(bytesOf(text), new Set(['a', 'c', 'missing']), order)).toEqual({ a: 1, c: 3 });
    expect(await parseLargeJson(bytesOf('[1,2]'), new Set(['a']), order)).toEqual([1, 2]);
  });

  it('skips a byte order mark, and rejects what is not JSON or not UTF-8', async () => {
    expect(await parseLargeJson(bytesOf('\ufeff{"a":1}'), null, order)).toEqual({ a: 1 });
    await expect(parseLargeJson(bytesOf('{"a":'), null, order)).rejects.toThrow(SyntaxError);
    await expect(parseLargeJson([Uint8Array.of(0x22, 0xff, 0x22)], null, order)).rejects.toThrow('UTF-8');
    expect(await parseLargeJson(bytesOf('1'), null, order)).toBe(1);
  });

  it('serves many accounts in parallel, and the jobs of one account in order', async () => {
    const texts = Array.from({ length: 40 }, (_, at) => JSON.stringify({ at, text: 'x'.repeat(10_000) }));
    const values = await Promise.all(
      texts.map((text, at) => parseLargeJson(bytesOf(text), null, { account: `${at % 3}` })),
    );
    expect(values.map((value) => (value as { at: number }).at)).toEqual(texts.map((_, at) => at));
  });

  it('accepts blocks that split characters', async () => {
    const bytes = new TextEncoder().encode('{"a":"中文"}');
    const blocks = Array.from(bytes, (byte) => Uint8Array.of(byte));
    expect(await parseLargeJson(blocks, null, order)).toEqual({ a: '中文' });
  });

  it('stops waiting when the caller aborts', async () => {
    const disconnect = new AbortController();
    disconnect.abort(new Error('gone'));
    await expect(parseLargeJson(bytesOf('1'), null, { ...order, signal: disconnect.signal })).rejects.toThrow('gone');
  });
});
