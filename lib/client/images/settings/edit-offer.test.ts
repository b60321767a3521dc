import { expect, it } from 'vitest';
import { refuseEdit, refuseUpscale } from './edit-offer';

const square = (side: number) => ({ width: side, height: side });

it.each([
  [255, 'image too small', 'image too small'],
  [256, null, null],
  [1_024, null, null],
  [1_025, null, 'image too large'],
  [2_048, null, 'image too large'],
  [2_049, 'image too large', 'image too large'],
])('offers %i² pixels only what the service carries out', (side, twofold, fourfold) => {
  expect(refuseUpscale(square(side), 2)).toBe(twofold);
  expect(refuseUpscale(square(side), 4)).toBe(fourfold);
});

it('refuses edits of images that the service refuses', () => {
  expect([255, 256, 5_760, 5_761].map((side) => refuseEdit(square(side)))).toEqual([
    'image too small',
    null,
    null,
    'image too large',
  ]);
});
