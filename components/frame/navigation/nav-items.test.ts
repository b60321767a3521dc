import { expect, it } from 'vitest';
import { barItems, destinationsOf, isOpenPage, isWithin, navItems, type NavItem } from './nav-items';

const names = (items: readonly NavItem[]) => items.map(({ label }) => label);

it('shows the admin page to the owner only', () => {
  expect(names(navItems('owner'))).toEqual([...names(navItems('member')), 'Admin']);
});

it('puts every page in the bar or under More, none in both', () => {
  const { inBar, behindMore } = barItems('owner');
  expect(names([...inBar, ...behindMore]).sort()).toEqual(names(navItems('owner')).sort());
  expect(names(behindMore)).toEqual(['Search', 'Characters', 'Models', 'Limits', 'Wallet', 'Settings', 'Admin']);
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
])('%s is within /keys: %s', (pathname, within) => {
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
])('%s is public: %s', (path, open) => {
  expect(isOpenPage(path)).toBe(open);
});
