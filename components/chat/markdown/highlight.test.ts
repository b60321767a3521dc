import { describe, expect, it } from 'vitest';
import { createPainter, type Piece } from './highlight';

const PYTHON = [
  'def f(x):',
  '    """A',
  '    long text',
  '    """',
  '    return x + 1  # more',
  '',
  'print(f("a"))',
].join('\n');

const plain = (lines: Piece[][]) => lines.map((line) => line.map(({ text }) => text).join('')).join('\n');

/** The color of each character: how the line was split does not matter. */
const colors = (lines: Piece[][]) =>
  lines.map((line) => line.flatMap(({ text, color }) => [...text].map((letter) => (letter.trim() ? color : ' '))));

describe('createPainter', () => {
  it('colors with CSS variables and loses no character', async () => {
    const paint = await createPainter('py');
    const lines = paint?.(PYTHON) ?? [];
    expect(plain(lines)).toBe(PYTHON);
    expect(lines[0]?.[0]).toEqual({ text: 'def', color: 'var(--code-token-keyword)' });
    expect(lines[2]?.[0]?.color).toBe('var(--code-token-comment)');
  });

  it('gives the same colors to a text that arrives in chunks', async () => {
    const whole = (await createPainter('python'))?.(PYTHON) ?? [];
    const paint = await createPainter('python');
    let lines: Piece[][] = [];
    for (let end = 1; end <= PYTHON.length; end += 3) lines = paint?.(PYTHON.slice(0, end)) ?? [];
    lines = paint?.(PYTHON) ?? [];
    expect(plain(lines)).toBe(PYTHON);
    expect(colors(lines)).toEqual(colors(whole));
  });

  it('leaves a very long line plain, and colors what follows', async () => {
    const paint = await createPainter('ts');
    const long = `const a = "${'x'.repeat(1_000)}";`;
    const [first, second] = paint?.(`${long}\nconst b = 1;`) ?? [];
    expect(first).toEqual([{ text: long, color: undefined }]);
    expect(second?.[0]).toEqual({ text: 'const', color: 'var(--code-token-keyword)' });
  });

  it('starts over where the text was replaced', async () => {
    const paint = await createPainter('json');
    paint?.('{\n"a": 1\n}');
    expect(plain(paint?.('[\n2]') ?? [])).toBe('[\n2]');
  });

  it('knows the names that models use, and leaves strange ones alone', async () => {
    for (const name of ['js', 'ts', 'tsx', 'sh', 'dockerfile', 'yml', 'c#'])
      expect(await createPainter(name)).not.toBeNull();
    for (const name of ['', 'klingon', '__proto__', 'constructor']) expect(await createPainter(name)).toBeNull();
  });
});
