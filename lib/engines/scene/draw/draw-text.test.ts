import { Resvg } from '@resvg/resvg-js';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { drawText } from './draw-text';
import { missingLetters } from './letters';

const BOX = { x: 10, y: 30, width: 180, height: 40 };

/** Columns and rows in which something is drawn, in a picture of 200 × 100. */
function reachOf(text: string): { left: number; right: number; top: number; bottom: number; pixels: string } {
  const svg = `<svg xmlns="http://www.w3.org/2000/svg" width="200" height="100">${drawText(text, BOX, '#000000')}</svg>`;
  const { pixels } = new Resvg(svg).render();
  const at = Array.from({ length: 20_000 }, (_, index) => index).filter((index) => (pixels[index * 4 + 3] ?? 0) > 128);
  const [columns, rows] = [at.map((index) => index % 200), at.map((index) => Math.floor(index / 200))];
  return {
    ...{ left: Math.min(...columns), right: Math.max(...columns) },
    ...{ top: Math.min(...rows), bottom: Math.max(...rows), pixels: at.join() },
  };
}

describe('text', () => {
  it.each(
    'é e, è e, ê e, ñ n, ü u, å a, ç c, č c, ø o, ł l, đ d, ő o, ş s, ğ g, ą a, ß B, æ ae, Æ AE, œ oe, É E, Å A, Ź Z, í i, ï i, ı i, ệ ê'
      .split(', ')
      .map((pair) => pair.split(' ') as [string, string]),
  )('draws %s differently from %s', (letter, other) => {
    expect(missingLetters(letter)).toEqual([]);
    expect(reachOf(letter).pixels).not.toBe(reachOf(other).pixels);
  });

  it('draws letters in two writings of Unicode alike', () => {
    expect(drawText('CAFÉ Å', BOX, '#000000')).toBe(drawText('CAFE\u0301 A\u030a', BOX, '#000000'));
  });

  it('has a letter for everything on a keyboard', () => {
    const keys = Array.from({ length: 94 }, (_, at) => String.fromCharCode(33 + at)).join('');
    expect(missingLetters(`${keys}€£¥¢§°“”‘’–—…¡¿×÷·•ﬁＡ`)).toEqual([]);
  });

  it('says which characters it has no letter for, and leaves them out', () => {
    expect(missingLetters('a🎉b 猫 שלום\u200d')).toEqual([...'🎉猫שלום']);
    expect(drawText('a🎉b', BOX, '#000000')).toBe(drawText('ab', BOX, '#000000'));
    expect(drawText('猫', BOX, '#000000')).toBe('');
  });

  it('keeps any text in its box', () => {
    const texts = fc.oneof(
      fc.string({ unit: fc.constantFrom(...'aÉgjÅẤ lW|ţ.'), minLength: 1, maxLength: 120 }),
      fc.constantFrom(
        'x'.repeat(120),
        'w'.repeat(30),
        'one two three four five six seven eight nine ten eleven twelve',
      ),
    );
    fc.assert(
      fc.property(texts, (text) => {
        const { left, right, top, bottom } = reachOf(text);
        if (left === Infinity) return;
        expect(left).toBeGreaterThanOrEqual(7);
        expect(right).toBeLessThanOrEqual(193);
        expect(top).toBeGreaterThanOrEqual(26);
        // Boxes have a margin for what is below the line.
        expect(bottom).toBeLessThanOrEqual(82);
      }),
      { numRuns: 60 },
    );
  });
});
