import { expect, it } from 'vitest';
import { barPlaces, destinationsOf, isOpenPage, isWithin, placesOf, type Place } from './places';

const names = (places: readonly Place[]) => places.map(({ label }) => label);

it('shows the operator’s place to the owner alone', () => {
  expect(names(placesOf('owner'))).toEqual([...names(placesOf('member')), 'Admin']);
});

it('puts every place into the bar or behind More, none into both', () => {
  const { inBar, behindMore } = barPlaces('owner');
  expect(names([...inBar, ...behindMore]).sort()).toEqual(names(placesOf('owner')).sort());
  expect(names(behindMore)).toEqual(['Models', 'Limits', 'Settings', 'Admin']);
});

it('gives each place a key of its own', () => {
  const keys = destinationsOf('owner').map(({ key }) => key);
  expect(new Set(keys).size).toBe(keys.length);
});

it.each([
  ['/keys', true],
  ['/keys/one', true],
  ['/keysmith', false],
  ['/', false],
])('says of %s whether it lies in /keys: %s', (pathname, within) => {
  const keys = placesOf('member').find(({ href }) => href === '/keys');
  expect(keys && isWithin(keys, pathname)).toBe(within);
});

it.each([
  ['/models', true],
  ['/models?q=demo', true],
  ['/models/org/demo', true],
  ['/modelsmith', false],
  ['/chat?next=/models', false],
  ['/', false],
])('says of %s whether everybody may read it: %s', (path, open) => {
  expect(isOpenPage(path)).toBe(open);
});
