import { describe, expect, it } from 'vitest';
import { growsLinearly } from '../../../platform/testing/test-growth';
import { clausesOf } from './clause';

const texts = (prompt: string) => [...clausesOf(prompt)].map(({ text }) => text);

describe('clausesOf', () => {
  it('parts instructions, without polite words around them', () => {
    expect(texts('Please make it brighter, thank you. Then crop it, too, please')).toEqual([
      'make it brighter',
      'crop it',
    ]);
  });

  it('leaves out a clause that is polite and nothing else', () => {
    expect(texts('make it brighter. Thanks!')).toEqual(['make it brighter']);
  });

  it('takes quoted texts out', () => {
    const [clause] = [...clausesOf('write “a. b” and "c; d"')];
    expect(clause).toMatchObject({ text: 'write "0" and "1"', quotes: ['a. b', 'c; d'] });
  });

  it.each([
    ...[' ', ',', '.', '...', ';', '\n', ' \n', '!?', '\u2003,', ', '],
    ...[' and', ' also', ', then', ' and then', ' afterwards', ' finally ,'],
    ...[' please', ', too', ' too,', ' as well', ' thanks', ' thank you', ' now', ' second,', ' can you', " let's"],
    ...['"a', "'", " 'a", '“', '“a', '„', '„a', '«', '«a', '“„«', 'a'],
    ...['black ', 'black and ', 'b&', ' b & ', '7', '1.'],
  ])('takes time in proportion to the length of a prompt of %j', (filling) => {
    expect(growsLinearly(filling, 8_000, texts)).toBe(true);
  });
});
