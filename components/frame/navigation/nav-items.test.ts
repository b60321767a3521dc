import { expect, it } from 'vitest';
import { barItems, destinationsOf, isOpenPage, isWithin, navItems, type NavItem } from './nav-items';

const names = (places: readonly NavItem[]) => places.map(({ label }) => label);

it('shows the operator’s page to the owner alone', () => {
  expect(names(navItems('owner'))).toEqual([...names(navItems('member')), 'Admin']);
});

it('puts every page into the bar or behind More, none into both', () => {
  const { inBar, behindMore } = barItems('owner');
  expect(names([...inBar, ...behindMore]).sort()).toEqual(names(navItems('owner')).sort());
  expect(names(behindMore)).toEqual(['Models', 'Limits', 'Settings', 'Admin']);
});

it('gives each page its own key', () => {
  const keys = destinationsOf('owner').map(({ key }) => key);
  expect(new Set(keys).size).toBe(keys.length);
});

it.each([
  ['/keys', true],
  ['/keys/one', true],
  ['/keysmith', false],
  ['/', false],
])('says of %s whether it lies in /keys: %s', (pathname, within) => {
  const keys = navItems('member').find(({ href }) => href === '/keys');
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
