import { beforeEach, expect, it } from 'vitest';
import { findWalletName } from './wallet-name';

const OWN = 'a'.repeat(32);
const OTHERS = 'b'.repeat(32);
const ownName = () => Promise.resolve(OWN);

let stored = new Map<string, string>();
beforeEach(() => {
  stored = new Map();
});
const store = {
  getItem: (name: string) => stored.get(name) ?? null,
  setItem: (name: string, value: string) => void stored.set(name, value),
};
const find = (accountId: string | null, name = ownName) => findWalletName(accountId, name, store);

it('is the account’s own', async () => {
  expect(await find('ada')).toBe(OWN);
  expect(await find('grace', () => Promise.resolve(OTHERS))).toBe(OTHERS);
  expect(await find('ada')).toBe(OWN);
});

it('stays that of the browser after signing out', async () => {
  await find('ada');
  expect(await find(null)).toBe(OWN);
  expect(await find('grace', () => Promise.resolve(OTHERS))).toBe(OTHERS);
});

it('is new for a visitor, who keeps it after signing in with it', async () => {
  const first = await find(null);
  expect(first).toMatch(/^[0-9a-f]{32}$/);
  expect(await find(null)).toBe(first);
  expect(await find('ada')).toBe(first);
  expect(await find('ada')).toBe(first);
  expect(await find('grace', () => Promise.resolve(OTHERS))).toBe(OTHERS);
});

it.each(['{', 'null', '{"wallet":"x"}', '{"wallet":5}'])('is not read from %s', async (text) => {
  stored.set('farebox-test-wallet', text);
  expect(await find('ada')).toBe(OWN);
});

it('works where the browser stores nothing', async () => {
  const refuse = () => {
    throw new Error('Not allowed.');
  };
  expect(await findWalletName('ada', ownName, { getItem: refuse, setItem: refuse })).toBe(OWN);
});
