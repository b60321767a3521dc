import { expect, it } from 'vitest';
import { readAnswer } from './messages';

const image = { svg: '<svg></svg>', width: 120.5, height: 40 };

it('reads an image and its size, and nothing else that comes with them', () => {
  expect(readAnswer({ id: 3, ...image, more: 1 }, 3)).toEqual(image);
});

it('reads the message about a mistake, which has a bound', () => {
  expect(readAnswer({ id: 3, mistake: 'Parse error on line 2' }, 3)).toEqual({ mistake: 'Parse error on line 2' });
  expect(readAnswer({ id: 3, mistake: 'a'.repeat(9_000) }, 3)).toEqual({ mistake: 'a'.repeat(2_000) });
});

it('takes nothing of another shape, of another request, or too large', () => {
  const refused: unknown[] = [
    null,
    undefined,
    'ready',
    7,
    [],
    {},
    { ...image },
    { id: 2, ...image },
    { id: '3', ...image },
    { id: 3, svg: image.svg },
    { id: 3, ...image, svg: null },
    { id: 3, ...image, svg: 'a'.repeat(5_000_001) },
    { id: 3, ...image, width: 0 },
    { id: 3, ...image, width: Number.NaN },
    { id: 3, ...image, height: Number.POSITIVE_INFINITY },
    { id: 3, ...image, height: '40' },
    { id: 3, mistake: { toString: () => 'mistake' } },
  ];
  for (const [at, data] of refused.entries()) expect(readAnswer(data, 3), `${at}`).toBeNull();
});
