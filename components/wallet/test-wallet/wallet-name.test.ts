import { beforeEach, expect, it } from 'vitest';
import { findWalletName } from './wallet-name';

const OWN = 'a'.repeat(32);
const OTHERS = 'b'.repeat(32);
const OWN_NAMES: Record<string, string> = { ada: OWN, grace: OTHERS };

let stored = new Map<string, string>();
/** By account: the wallets that sign in to it. */
let linked: Record<string, string[]> = {};
beforeEach(() => {
  stored = new Map();
  linked = {};
});
const store = {
  getItem: (name: string) => stored.get(name) ?? null,
  setItem: (name: string, value: string) => void stored.set(name, value),
};
const find = (accountId: string | null, kept: Pick<Storage, 'getItem' | 'setItem'> = store) =>
  findWalletName(
    accountId,
    {
      ownName: () => Promise.resolve(OWN_NAMES[accountId ?? ''] ?? ''),
      signsIn: (wallet) => Promise.resolve(linked[accountId ?? '']?.includes(wallet) ?? false),
    },
    kept,
  );

it('is the account’s own', async () => {
  expect(await find('ada')).toBe(OWN);
  expect(await find('grace')).toBe(OTHERS);
  expect(await find('ada')).toBe(OWN);
});

it('stays that of the browser after signing out', async () => {
  await find('ada');
  expect(await find(null)).toBe(OWN);
  expect(await find('grace')).toBe(OTHERS);
});

it('is new for a visitor, who keeps it after signing in with it', async () => {
  const first = await find(null);
  expect(first).toMatch(/^[0-9a-f]{32}$/);
  expect(await find(null)).toBe(first);
  linked = { ada: [first] };
  expect(await find('ada')).toBe(first);
  expect(await find('ada')).toBe(first);
  expect(await find('grace')).toBe(OTHERS);
});

it('is still the account’s after another account has used the browser, and signs in to it again', async () => {
  const first = await find(null);
  linked = { ada: [first] };
  expect(await find('ada')).toBe(first);
  expect(await find('grace')).toBe(OTHERS);
  expect(await find(null)).toBe(first);
  expect(await find('ada')).toBe(first);
});

it('made by a visitor is not taken by an account that did not sign in with it', async () => {
  const first = await find(null);
  expect(await find('grace')).toBe(OTHERS);
  expect(await find(null)).toBe(first);
});

it('stored before accounts had a key of their own is still the account’s', async () => {
  stored.set('farebox-test-wallet', JSON.stringify({ wallet: 'c'.repeat(32), accountId: 'ada' }));
  expect(await find('ada')).toBe('c'.repeat(32));
  expect(await find('grace')).toBe(OTHERS);
  expect(await find('ada')).toBe('c'.repeat(32));
});

it.each(['{', 'null', '{"wallet":"x"}', '{"wallet":5}'])('is not read from %s', async (text) => {
  stored.set('farebox-test-wallet', text);
  stored.set('farebox-test-wallet-ada', text);
  expect(await find('ada')).toBe(OWN);
});

it('works where the browser stores nothing', async () => {
  const refuse = () => {
    throw new Error('Not allowed.');
  };
  expect(await find('ada', { getItem: refuse, setItem: refuse })).toBe(OWN);
});
