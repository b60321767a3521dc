import { expect, it } from 'vitest';
import { BASE } from '../core/wallet';
import { type Account, type AccountCaller, documentOwnerOf } from './caller';

const account: Account = {
  ...{ id: 'ada', role: 'member', email: 'ada@example.com', tier: 'standard' },
  ...{ pro: false, blocked: false, sessionVersion: 1 },
};
const key = { kind: 'key', account, keyId: 'k', modelPrivacy: 'ALL', keyExpiresAt: null } as const;

it.each<[string, AccountCaller, string | null]>([
  ['a signed-in browser', { kind: 'session', account }, 'ada'],
  ['an INFERENCE key', { ...key, keyType: 'INFERENCE' }, null],
  ['an ADMIN key', { ...key, keyType: 'ADMIN' }, null],
  ['a wallet’s signature', { kind: 'wallet', account, wallet: { network: BASE, address: '0x1' } }, null],
])('%s searches the documents of %o', (_who, caller, owner) => expect(documentOwnerOf(caller)).toBe(owner));
