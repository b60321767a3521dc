import { describe, expect, it } from 'vitest';
import { prettyJson } from './pretty-json';

describe('prettyJson', () => {
  it('indents like JSON.stringify', () => {
    const values = [{}, [], 'a', null, { a: [1, { b: 'x, {y}: "z"' }, []], c: {}, d: '\\' }, [[[-1.5e3, true]]]];
    for (const value of values) expect(prettyJson(JSON.stringify(value))).toBe(JSON.stringify(value, null, 2));
  });

  it('keeps numbers as they were written', () => {
    expect(prettyJson(' { "id":12345678901234567890 ,"cost": 1.10 } ')).toBe(
      '{\n  "id": 12345678901234567890,\n  "cost": 1.10\n}',
    );
  });

  it('returns null for what is not JSON', () => {
    for (const text of ['', '{', '{"a":1', 'Paris']) expect(prettyJson(text)).toBeNull();
  });
});
