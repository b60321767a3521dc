import { beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { database } from '../../platform/db';
import { openTestDatabase } from '../../platform/testing/test-database';
import { makeTestAccount, makeTestKey } from '../test-accounts';
import { findApiKey, listApiKeys, revokeApiKey, updateApiKey } from './api-keys';
import { authenticateKey } from './authenticate-key';

const FAR = new Date('2999-01-01T00:00:00Z');
let accountId: string;
let emails = 0;

beforeAll(async () => {
  await openTestDatabase();
});

beforeEach(async () => {
  accountId = (await makeTestAccount(`a${(emails += 1)}@example.com`)).id;
});

describe('limits', () => {
  it('are stored to the nano unit, up to the maximum of the column', async () => {
    const limits = { limitUsdNano: 9_223_372_036_854_775_807n, limitDiemNano: 1n, limitPeriod: 'LIFETIME' } as const;
    const { id } = await makeTestKey(accountId, limits);
    expect(await findApiKey(accountId, id)).toMatchObject(limits);
    expect(await listApiKeys(accountId)).toMatchObject([limits]);
  });

  it('are absent by default, and zero is a limit', async () => {
    const { id } = await makeTestKey(accountId, { limitUsdNano: 0n });
    expect(await findApiKey(accountId, id)).toMatchObject({ limitUsdNano: 0n, limitDiemNano: null });
  });
});

describe('an update', () => {
  it('changes the given members and no other', async () => {
    const { id } = await makeTestKey(accountId, { limitUsdNano: 5n, limitDiemNano: 7n, expiresAt: FAR });
    const before = await findApiKey(accountId, id);
    const after = await updateApiKey(accountId, id, { limitUsdNano: null, description: undefined });
    expect(after).toEqual({ ...before, limitUsdNano: null });
    expect(await findApiKey(accountId, id)).toEqual(after);
  });

  it('of nothing returns the key unchanged', async () => {
    const { id } = await makeTestKey(accountId);
    expect(await updateApiKey(accountId, id, {})).toEqual(await findApiKey(accountId, id));
  });

  it('never undoes a concurrent update', async () => {
    const { id } = await makeTestKey(accountId);
    await Promise.all([
      updateApiKey(accountId, id, { description: 'renamed' }),
      updateApiKey(accountId, id, { limitUsdNano: 5n }),
      updateApiKey(accountId, id, { limitDiemNano: 7n }),
      updateApiKey(accountId, id, { modelPrivacy: 'PRIVATE_ONLY' }),
      updateApiKey(accountId, id, { limitPeriod: 'MONTH', expiresAt: FAR }),
    ]);
    expect(await findApiKey(accountId, id)).toMatchObject({
      description: 'renamed',
      limitUsdNano: 5n,
      limitDiemNano: 7n,
      modelPrivacy: 'PRIVATE_ONLY',
      limitPeriod: 'MONTH',
      expiresAt: FAR,
    });
  });

  it('is seen by the next request despite the cache', async () => {
    const { id, secret } = await makeTestKey(accountId);
    expect(await authenticateKey(secret)).toMatchObject({ modelPrivacy: 'ALL', keyExpiresAt: null });
    await updateApiKey(accountId, id, { modelPrivacy: 'PRIVATE_TEXT', expiresAt: FAR });
    expect(await authenticateKey(secret)).toMatchObject({ modelPrivacy: 'PRIVATE_TEXT', keyExpiresAt: FAR });
  });

  it('finds no key that is unknown, revoked, expired, or another account’s', async () => {
    const other = await makeTestAccount(`other${emails}@example.com`);
    const theirs = await makeTestKey(other.id);
    const expired = await makeTestKey(accountId, { expiresAt: new Date(1_000) });
    const revoked = await makeTestKey(accountId);
    await revokeApiKey(accountId, revoked.id);
    for (const changes of [{ description: 'taken', expiresAt: null }, {}]) {
      for (const id of [theirs.id, expired.id, revoked.id, crypto.randomUUID(), 'nonsense']) {
        expect(await updateApiKey(accountId, id, changes), id).toBeNull();
      }
    }
    expect(await database().query(`select id from api_key where description = 'taken'`)).toEqual([]);
  });
});
