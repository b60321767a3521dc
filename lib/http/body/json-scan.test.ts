import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { isApiError } from '../../core/errors';
import { makeJsonScan, MAX_JSON_DEPTH, MAX_JSON_VALUES } from './json-scan';

/** Reads a text in pieces of these sizes, in turn. @returns null if it is accepted, else the error message */
function scan(text: string, sizes: number[] = [Number.MAX_SAFE_INTEGER]): string | null {
  const bytes = Buffer.from(text);
  const watch = makeJsonScan();
  try {
    for (let at = 0, turn = 0; at < bytes.length; turn += 1) {
      const size = sizes[turn % sizes.length] ?? 1;
      watch.read(bytes.subarray(at, at + size));
      at += size;
    }
    return null;
  } catch (thrown) {
    return isApiError(thrown) && thrown.code === 'INVALID_REQUEST' ? thrown.message : `unexpected: ${String(thrown)}`;
  }
}

const list = (count: number) => `[${Array.from({ length: count }, () => '1').join(',')}]`;
const nested = (levels: number) => '['.repeat(levels) + ']'.repeat(levels);

describe('the scan of a JSON body', () => {
  it('accepts the maximum of values and levels, and refuses one more', () => {
    expect(scan(list(MAX_JSON_VALUES - 1))).toBeNull();
    expect(scan(list(MAX_JSON_VALUES + 1))).toContain(`at most ${MAX_JSON_VALUES}`);
    expect(scan(nested(MAX_JSON_DEPTH))).toBeNull();
    expect(scan(nested(MAX_JSON_DEPTH + 1))).toContain(`at most ${MAX_JSON_DEPTH} levels`);
  });

  it('counts nothing within strings, however they are escaped and split', () => {
    const inner = `${',['.repeat(MAX_JSON_VALUES)}\\"\\\\`;
    const text = `{"a":${JSON.stringify(inner)},"b":"${'\\\\'.repeat(50)}","c":"${'\\"'.repeat(50)}"}`;
    expect(() => void JSON.parse(text)).not.toThrow();
    for (const sizes of [[1], [7], [64], [33, 1, 2], [1_000_000]]) expect(scan(text, sizes)).toBeNull();
  });

  it('refuses as soon as the bound is exceeded, before the rest has arrived', () => {
    const watch = makeJsonScan();
    expect(() => watch.read(Buffer.from(`[${'{},'.repeat(MAX_JSON_VALUES)}`))).toThrow('too many values');
  });

  it('counts each value that a parser creates, however the text is split, and an empty list or object twice', () => {
    const sizes = fc.array(fc.integer({ min: 1, max: 9 }), { minLength: 1, maxLength: 5 });
    const tail = fc.constantFrom('', '\\', '"', '\\"', '\\\\"');
    fc.assert(
      fc.property(fc.jsonValue({ maxDepth: 6 }), sizes, tail, (value, cuts, end) => {
        const before = JSON.stringify([value, end]);
        // The list itself, the values before, and as many numbers as just fit.
        const free = MAX_JSON_VALUES - 1 - countedIn(JSON.parse(before));
        const filled = (numbers: number) => `[${before}${',1'.repeat(numbers)}]`;
        expect(scan(filled(free), cuts)).toBeNull();
        expect(scan(filled(free + 1), cuts)).toContain('too many');
      }),
      { numRuns: 60 },
    );
  });
});

/** The expected count: each value that a parser creates, and an empty array or object twice. */
function countedIn(value: unknown): number {
  if (typeof value !== 'object' || value === null) return 1;
  const children = Object.values(value);
  return children.reduce((sum: number, child) => sum + countedIn(child), children.length === 0 ? 2 : 1);
}
