import { isAscii } from 'node:buffer';
import { describe, expect, it } from 'vitest';
import { heldTokens, heldTokensOfAscii, heldTokensOfUtf8 } from './held-tokens';
import { DENSE_SCRIPTS, SCRIPTS } from './script-samples';
import { weightOf } from './text-weight';
import { estimateTokens } from './usage';

describe('the tokens held', () => {
  it.each([...SCRIPTS, ...DENSE_SCRIPTS])(
    'for %s are at least as many as each tokenizer counts',
    (_, text, o200k, cl100k) => {
      const held = heldTokens([text]);
      expect(held).toBeGreaterThanOrEqual(Math.max(o200k, cl100k));
      expect(held).toBeGreaterThanOrEqual(estimateTokens(weightOf(text)));
      // Never less than one token for 2.5 bytes, and never more than a tokenizer can make.
      expect(held).toBeGreaterThanOrEqual(Buffer.byteLength(text) / 2.5);
      expect(held).toBeLessThanOrEqual(Buffer.byteLength(text));
      expect(heldTokensOfUtf8(Buffer.from(text), isAscii)).toBe(held);
    },
  );

  it('of each non-ASCII character are at least one per 2.5 bytes', () => {
    for (let code = 0x80; code < 0x2_0000; code += 1) {
      const character = String.fromCodePoint(code);
      expect(heldTokens([character.repeat(20)])).toBeGreaterThanOrEqual(Buffer.byteLength(character) * 8);
    }
  });

  it('for ASCII are one per 2.5 characters, at any length', () => {
    for (const length of [0, 1, 5, 250, 5_000_000]) {
      expect(heldTokens(['a'.repeat(length)])).toBe(Math.ceil(length / 2.5));
      expect(heldTokensOfAscii(length)).toBe(Math.ceil(length / 2.5));
      expect(heldTokensOfUtf8(Buffer.alloc(length, 'a'), isAscii)).toBe(Math.ceil(length / 2.5));
    }
  });

  it('for text beyond the scanned part are one per byte', () => {
    const text = '\u4f60'.repeat(3_000_000);
    expect(heldTokens([text])).toBe(3_000_000 * 1.75);
    expect(heldTokens([text, text])).toBe(3_000_000 * 1.75 + 9_000_000);
    expect(heldTokens([text, text, 'a'.repeat(10)])).toBe(3_000_000 * 1.75 + 9_000_000 + 4);
    expect(heldTokensOfUtf8(Buffer.from(text), isAscii)).toBe(9_000_000);
  });
});
