import fc from 'fast-check';
import { expect, it } from 'vitest';
import { growParts, NO_PARTS, partsOf, type Parts } from './settled-parts';

const PARAGRAPH = `${'A fare box takes exact coins and gives a ticket. '.repeat(10)}\n\n`;
const LONG = PARAGRAPH.repeat(30);

const read = (text: string) => partsOf(growParts(NO_PARTS, text));
const markdown = (text: string) => ({ kind: 'markdown', text });
const slices = ({ text, starts }: Parts) =>
  starts.map(({ at }, index) => text.slice(at, starts[index + 1]?.at ?? text.length));

it('does not split a short text', () => {
  expect(read(PARAGRAPH)).toEqual([markdown(PARAGRAPH)]);
  expect(read('')).toEqual([markdown('')]);
  expect(read(`\`\`\`ts\n${PARAGRAPH}\`\`\`\n`)).toHaveLength(1);
});

it('splits a long one between paragraphs', () => {
  const parts = growParts(NO_PARTS, LONG);
  expect(parts.starts.length).toBeGreaterThan(3);
  for (const text of slices(parts)) expect(text.startsWith('A fare box')).toBe(true);
});

it.each([
  ['a formula', '$$\n', '$$\n\n'],
  ['a formula in brackets', '\\[\n', '\\]\n\n'],
  ['a fence with an indent', '  ```\n', '  ```\n\n'],
])('never splits %s', (_name, open, close) => {
  expect(read(open + LONG)).toHaveLength(1);
  expect(read(`${open}${LONG}${close}${PARAGRAPH}`)).toEqual([markdown(`${open}${LONG}${close}`), markdown(PARAGRAPH)]);
});

it('never splits a list or a table', () => {
  expect(read('- a stop with a fare\n\n'.repeat(1_000))).toHaveLength(1);
  expect(read('| a | b |\n'.repeat(2_000))).toHaveLength(1);
});

it.each([
  ['backticks', '```ts', '```'],
  ['more backticks, with a fence in them', '````ts title="x"', '````'],
  ['tildes', '~~~ TS', '~~~~'],
])('keeps a long fence of %s as it is', (_name, open, close) => {
  const code = `const fares = [];\n\n# no heading\n\`\`\`js\n${'fares.push(0.7);\n'.repeat(200)}`;
  const before = `Here it is:\n\n${open}\n`;
  const shown = { kind: 'code', language: 'ts', code: code.replace(/\n$/, '') };
  const start = markdown('Here it is:\n\n');
  expect(read(before + code)).toEqual([start, shown]);
  expect(read(`${before}${code}${close}`)).toEqual([start, shown]);
  expect(read(`${before}${code}${close}\nThat was it.`)).toEqual([start, shown, markdown('That was it.')]);
  const byReturns = `${before}${code}${close}\n`.replaceAll('\n', '\r\n');
  expect(read(byReturns)).toEqual([markdown('Here it is:\r\n\r\n'), shown, markdown('')]);
});

it('keeps the starts while the text grows, however it is chunked', () => {
  const pieces = fc.array(
    fc.constantFrom(PARAGRAPH, '```\n', '```', '```ts\n', '~~~\n', '$$\n', '\n', '# ', '- item\n', 'word ', '`', LONG),
    { maxLength: 25 },
  );
  fc.assert(
    fc.property(pieces, (all) => {
      let parts = NO_PARTS;
      for (const piece of all) {
        const grown = growParts(parts, parts.text + piece);
        expect(grown.starts.slice(0, parts.starts.length)).toEqual(parts.starts);
        parts = grown;
      }
      expect(parts.starts).toEqual(growParts(NO_PARTS, parts.text).starts);
      expect(slices(parts).join('')).toBe(parts.text);
    }),
    { numRuns: 500 },
  );
});

it('starts over for a text that does not continue the earlier one', () => {
  expect(partsOf(growParts(growParts(NO_PARTS, LONG), PARAGRAPH))).toEqual([markdown(PARAGRAPH)]);
});
