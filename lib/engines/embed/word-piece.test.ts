import { readFileSync } from 'node:fs';
import fc from 'fast-check';
import { expect, it } from 'vitest';
import { vocabularyPath } from './embedding-model';
import { readVocabulary, tokenize } from './word-piece';

const vocabulary = readVocabulary(readFileSync(vocabularyPath(), 'utf8'));

// The IDs are those of the model's own tokenizer.
it.each([
  ['Hello, world!', [7592, 1010, 2088, 999]],
  ['Ça va? naïve café – déjà vu…', [6187, 12436, 1029, 15743, 7668, 1516, 2139, 3900, 24728, 1529]],
  ['東京は日本の首都です。', [1879, 1755, 1672, 1864, 1876, 1671, 100, 1961, 1665, 30184, 1636]],
  ['안녕하세요 세계', [1463, 30006, 30021, 29992, 30010, 30025, 30005, 30006, 29997, 30009, 29999, 30013, 100]],
  ['ÜBERGRÖSSE İstanbul ẞ', [19169, 16523, 15094, 2063, 9960, 1096]],
  ['a\u200bb\u0000c\ufffdd', [5925, 2094]],
  ['👩‍👩‍👧 emoji 😀', [100, 7861, 29147, 2072, 100]],
  ['\u00a0nb\u3000sp', [1050, 2497, 11867]],
  ['tab\tnew\nline\r\n', [21628, 2047, 2240]],
  ['2.5e-10 #hash @me snake_case', [1016, 1012, 1019, 2063, 1011, 2184, 1001, 23325, 1030, 2033, 7488, 1035, 2553]],
  ['electroencephalographically', [16175, 10127, 21890, 21197, 20721, 3973]],
  ['हिन्दी भाषा', [1339, 29877, 29863, 29861, 29878, 1330, 29876, 29873, 29876]],
  ['x'.repeat(101), [100]],
  ['', []],
  [' \n ', []],
])('reads %j', (text, ids) => expect(tokenize(text, vocabulary)).toEqual(ids));

it('takes the names of special tokens for ordinary text', () => {
  const special = [vocabulary.first, vocabulary.last];
  expect(tokenize('[CLS] inside [SEP]', vocabulary).some((id) => special.includes(id))).toBe(false);
});

it('makes no more tokens than characters of the plain text, whatever it gets', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'binary', maxLength: 100 }), (text) => {
      const tokens = tokenize(text, vocabulary);
      expect(tokens.length).toBeLessThanOrEqual(text.toLowerCase().normalize('NFD').length);
      expect(tokens.every((id) => Number.isInteger(id) && id >= 0 && id < 30_522)).toBe(true);
    }),
  );
});

it('refuses a file that is no vocabulary', () => {
  expect(() => readVocabulary('a\nb')).toThrow('[CLS]');
});
