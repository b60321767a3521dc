import { expect, it } from 'vitest';
import { nearestName } from './nearest-name';

const NAMES = ['Anime', 'Ukiyo-e', 'Watercolor', 'Pop Art', 'Noir', 'Pencil Sketch'];

it.each([
  ['anime', 'Anime'],
  ['ukiyoe', 'Ukiyo-e'],
  ['Ukiyó e', 'Ukiyo-e'],
  ['water color', 'Watercolor'],
  ['watercolour', 'Watercolor'],
  ['pop-art', 'Pop Art'],
  ['noire', 'Noir'],
  ['noi', 'Noir'],
  ['Pencil Sketsh', 'Pencil Sketch'],
  ['Anmie', 'Anime'],
])('finds what %j means', (name, meant) => {
  expect(nearestName(name, NAMES)).toBe(meant);
});

it.each(['', 'n', 'cubism', 'animals', 'art', 'é'])('finds nothing near %j', (name) => {
  expect(nearestName(name, NAMES)).toBeUndefined();
});

it('takes a long text in a moment', () => {
  expect(nearestName('a'.repeat(1_000_000), NAMES)).toBeUndefined();
});
