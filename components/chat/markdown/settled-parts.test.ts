import fc from 'fast-check';
import { expect, it } from 'vitest';
import { growParts, NO_PARTS, textsOf } from './settled-parts';

const PARAGRAPH = `${'A fare box takes exact coins and gives a ticket. '.repeat(20)}\n\n`;
const LONG = PARAGRAPH.repeat(30);

it('leaves a short text whole', () => {
  expect(textsOf(growParts(NO_PARTS, PARAGRAPH))).toEqual([PARAGRAPH]);
  expect(textsOf(growParts(NO_PARTS, ''))).toEqual(['']);
});

it('cuts a long one between paragraphs', () => {
  const texts = textsOf(growParts(NO_PARTS, LONG));
  expect(texts.length).toBeGreaterThan(3);
  expect(texts.join('')).toBe(LONG);
  for (const text of texts) expect(text.startsWith('A fare box')).toBe(true);
});

it.each([
  ['a fence', '```md\n', '```\n\n'],
  ['a fence of tildes', '~~~~\n', '~~~~\n\n'],
  ['a formula', '$$\n', '$$\n\n'],
  ['a formula in brackets', '\\[\n', '\\]\n\n'],
])('never cuts within %s', (_name, open, close) => {
  expect(textsOf(growParts(NO_PARTS, open + LONG))).toHaveLength(1);
  const [first, second] = textsOf(growParts(NO_PARTS, `${open}${LONG}${close}${PARAGRAPH}`));
  expect([first, second]).toEqual([`${open}${LONG}${close}`, PARAGRAPH]);
});

it('never cuts within a list or a table', () => {
  expect(textsOf(growParts(NO_PARTS, '- a stop with a fare\n\n'.repeat(1_000)))).toHaveLength(1);
  expect(textsOf(growParts(NO_PARTS, '| a | b |\n'.repeat(2_000)))).toHaveLength(1);
});

it('moves no end while the text grows, however its pieces come', () => {
  const pieces = fc.array(fc.constantFrom(PARAGRAPH, '```\n', '$$\n', '\n', '# ', '- item\n', 'word ', '`', LONG), {
    maxLength: 25,
  });
  fc.assert(
    fc.property(pieces, (all) => {
      let parts = NO_PARTS;
      for (const piece of all) {
        const grown = growParts(parts, parts.text + piece);
        expect(grown.ends.slice(0, parts.ends.length)).toEqual(parts.ends);
        parts = grown;
      }
      expect(parts.ends).toEqual(growParts(NO_PARTS, parts.text).ends);
      expect(textsOf(parts).join('')).toBe(parts.text);
    }),
  );
});

it('reads a text anew that does not go on from the earlier one', () => {
  expect(textsOf(growParts(growParts(NO_PARTS, LONG), PARAGRAPH))).toEqual([PARAGRAPH]);
});
