import { describe, expect, it } from 'vitest';
import { makeObjectScan } from './object-scan';

function isWhole(...pieces: string[]): boolean {
  const scan = makeObjectScan();
  for (const piece of pieces) scan.read(piece);
  return scan.isWhole();
}

describe('makeObjectScan', () => {
  const WHOLE = ['{}', ' {"a":1} \n', '{"a":{"b":[{}]}}', '{"a":"}"}', '{"a":"\\"}"}', '{"a\\\\":"{"}', '{"é}":"💥"}'];
  const OTHER = ['', ' ', '{', '{"a":"}', '{"a":{}', '{"a":"\\"}', '[]', '[{}]', 'null', '"{}"', '{}{}', '{} x', 'x{}'];

  it.each(WHOLE)('finds %j whole, however it is cut', (text) => {
    expect(isWhole(text)).toBe(true);
    for (let at = 0; at <= text.length; at += 1) expect(isWhole(text.slice(0, at), text.slice(at))).toBe(true);
    expect(isWhole(...text)).toBe(true);
  });

  it.each(OTHER)('does not find %j whole', (text) => {
    expect(isWhole(text)).toBe(false);
    expect(isWhole(...text)).toBe(false);
  });
});
