import { expect, it } from 'vitest';
import { engineLabel, hasChoice, isFreeToRead, searchedName } from './engines';

const LOCAL = { brave: 'index', google: 'index' } as const;
const MIXED = { brave: 'wikipedia', google: 'index' } as const;
const ORIGIN = 'http://localhost:3000';

it('names what is searched, and has no choice where both are the same', () => {
  expect([searchedName(LOCAL), hasChoice(LOCAL)]).toEqual(['this server’s index', false]);
  expect([searchedName(MIXED), hasChoice(MIXED)]).toEqual(['Wikipedia or this server’s index', true]);
  expect(searchedName(MIXED, 'google')).toBe('this server’s index');
  expect(hasChoice(null)).toBe(false);
  expect([engineLabel(MIXED, 'brave'), engineLabel(MIXED, 'google')]).toEqual(['Wikipedia', 'This server’s index']);
  expect(engineLabel({ brave: 'searxng', google: 'searxng' }, 'google')).toBe('SearXNG (secondary)');
});

it('knows what is free to read', () => {
  const other = 'https://example.org/a';
  expect(isFreeToRead(other, 'index', ORIGIN)).toBe(true);
  expect(isFreeToRead(other, 'wikipedia', ORIGIN)).toBe(false);
  expect(isFreeToRead(other, null, ORIGIN)).toBe(false);
  expect(isFreeToRead(`${ORIGIN}/docs/parse-a-file`, null, ORIGIN)).toBe(true);
  expect(isFreeToRead(`${ORIGIN}/search?document=1`, 'brave', ORIGIN)).toBe(true);
});
