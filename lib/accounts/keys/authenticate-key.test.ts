import { afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { isApiError } from '../../core/errors';
import { clock } from '../../platform/clock';
import { notReady } from '../../platform/database/failure';
import { installDatabase, type Database } from '../../platform/db';
import { openTestDatabase } from '../../platform/testing/test-database';
import { accountCaches, forgetAccount } from '../account-cache';
import { revokeApiKey, updateApiKey } from './api-keys';
import { authenticateKey } from './authenticate-key';
import type { Account } from '../caller';
import { makeKeyToken } from './key-token';
import { makeTestAccount, makeTestKey } from '../test-accounts';

const realNow = clock.now;
let real: Database;
let account: Account;
let statements: string[] = [];

beforeAll(async () => {
  real = await openTestDatabase();
  account = await makeTestAccount('ada@example.com');
});

beforeEach(() => {
  watch({});
  const { keys, unknownKeys } = accountCaches();
  keys.clear();
  unknownKeys.clear();
  statements = [];
});

afterEach(() => {
  clock.now = realNow;
});

/** The real database, recording its raw statements. */
function watch(changed: Partial<Database>): void {
  const query: Database['query'] = (text, params, options) => {
    statements.push(text.trim().split(' ')[0] ?? '');
    return real.query(text, params, options);
  };
  installDatabase({ ...real, query, money: { ...real.money, query }, ...changed });
}

/** The real database, unavailable for key lookups. */
function makeUnavailable(changed: Partial<Database> = {}): void {
  const query: Database['query'] = () => Promise.reject(notReady(new Error('connect ECONNREFUSED')));
  watch({ money: { ...real.money, query }, ...changed });
}

const reads = () => statements.filter((verb) => verb === 'select').length;
const refusal = (token: string) =>
  authenticateKey(token).then(
    () => 'accepted',
    (error: unknown) => (isApiError(error) ? `${error.status} ${error.code}: ${error.message}` : String(error)),
  );
const UNAVAILABLE = '503 NOT_READY: The service is not ready. Try again.';
const REFUSED = '401 AUTHENTICATION_FAILED: The API key is not valid.';

/** The last use is recorded in the background. */
const settled = () => new Promise((resolve) => setTimeout(resolve, 50));

describe('an accepted key', () => {
  it('returns the account, the key, and its type', async () => {
    const { secret, id } = await makeTestKey(account.id, { type: 'INFERENCE', modelPrivacy: 'PRIVATE_ONLY' });
    expect(await authenticateKey(secret)).toEqual({
      kind: 'key',
      account,
      keyId: id,
      keyType: 'INFERENCE',
      modelPrivacy: 'PRIVATE_ONLY',
      keyExpiresAt: null,
    });
  });

  it('reads once for a burst, and not again while cached', async () => {
    const { secret } = await makeTestKey(account.id);
    await Promise.all(Array.from({ length: 50 }, () => authenticateKey(secret)));
    await authenticateKey(secret);
    expect(reads()).toBe(1);
  });

  it('caches for two seconds if other processes may change the key', async () => {
    const { secret, id } = await makeTestKey(account.id);
    watch({ kind: 'postgres' });
    await authenticateKey(secret);
    await real.query('update api_key set revoked_at = now() where id = $1', [id]);
    expect(await refusal(secret)).toBe('accepted');
    const then = realNow();
    clock.now = () => then + 2_100;
    expect(await refusal(secret)).toBe(REFUSED);
  });

  it('shows a blocked account as such', async () => {
    const blocked = await makeTestAccount('blocked@example.com');
    const { secret } = await makeTestKey(blocked.id);
    expect((await authenticateKey(secret)).account.blocked).toBe(false);
    await real.query('update account set blocked_at = now() where id = $1', [blocked.id]);
    forgetAccount(blocked.id);
    expect((await authenticateKey(secret)).account.blocked).toBe(true);
  });
});

describe('while the database is unavailable', () => {
  it('accepts a known key a minute longer, but not one that was revoked here', async () => {
    const { secret, id } = await makeTestKey(account.id);
    const then = realNow();
    clock.now = () => then;
    watch({ kind: 'postgres' });
    await authenticateKey(secret);
    makeUnavailable();
    clock.now = () => then + 61_900;
    expect(await refusal(secret)).toBe('accepted');
    clock.now = () => then + 62_000;
    expect(await refusal(secret)).toBe(UNAVAILABLE);
    watch({});
    await authenticateKey(secret);
    await revokeApiKey(account.id, id);
    makeUnavailable();
    expect(await refusal(secret)).toBe(UNAVAILABLE);
  });

  it('still expires a known key', async () => {
    const then = realNow();
    clock.now = () => then;
    watch({ kind: 'postgres' });
    const { secret } = await makeTestKey(account.id, { expiresAt: new Date(then + 10_000) });
    await authenticateKey(secret);
    makeUnavailable();
    clock.now = () => then + 10_000;
    expect(await refusal(secret)).toBe(REFUSED);
  });

  it('neither accepts nor rejects an unknown key', async () => {
    const { secret } = await makeTestKey(account.id);
    makeUnavailable();
    expect(await refusal(secret)).toBe(UNAVAILABLE);
    watch({});
    expect(await refusal(secret)).toBe('accepted');
  });
});

describe('refused', () => {
  it('a malformed key, without any lookup', async () => {
    const { secret } = await makeTestKey(account.id);
    statements = [];
    for (const token of ['', 'sk-123', `${secret.slice(0, -1)}!`, `${secret}x`]) {
      expect(await refusal(token)).toBe(REFUSED);
    }
    expect(statements).toEqual([]);
  });

  it('an unknown key, cached as unknown', async () => {
    const token = makeKeyToken({ serviceId: 'svc', type: 'ADMIN' });
    for (let round = 0; round < 3; round += 1) expect(await refusal(token)).toBe(REFUSED);
    expect(reads()).toBe(1);
  });

  it('a key immediately after it was revoked here', async () => {
    const { secret, id } = await makeTestKey(account.id);
    await authenticateKey(secret);
    expect(await revokeApiKey(account.id, id)).toBe(true);
    expect(await refusal(secret)).toBe(REFUSED);
  });

  it('a key that was revoked or restricted by its ID in uppercase', async () => {
    const { secret, id } = await makeTestKey(account.id);
    await authenticateKey(secret);
    await updateApiKey(account.id, id.toUpperCase(), { modelPrivacy: 'PRIVATE_ONLY' });
    expect(await authenticateKey(secret)).toMatchObject({ modelPrivacy: 'PRIVATE_ONLY' });
    expect(await revokeApiKey(account.id, id.toUpperCase())).toBe(true);
    expect(await refusal(secret)).toBe(REFUSED);
  });

  it('a key that was revoked while it was being read', async () => {
    const { secret, id } = await makeTestKey(account.id);
    const reading = authenticateKey(secret);
    await revokeApiKey(account.id, id);
    await reading;
    expect(await refusal(secret)).toBe(REFUSED);
  });

  it('a key from the instant of its expiry, also from the cache', async () => {
    const then = realNow();
    const { secret } = await makeTestKey(account.id, { expiresAt: new Date(then + 5_000) });
    expect(await refusal(secret)).toBe('accepted');
    clock.now = () => then + 4_999;
    expect(await refusal(secret)).toBe('accepted');
    clock.now = () => then + 5_000;
    expect(await refusal(secret)).toBe(REFUSED);
  });
});

describe('the last use', () => {
  const lastUsed = async (id: string) => {
    const [row] = await real.query<{ last_used_at: Date | null }>('select last_used_at from api_key where id = $1', [
      id,
    ]);
    return row?.last_used_at?.getTime();
  };

  it('is written at most once a minute', async () => {
    const { secret, id } = await makeTestKey(account.id);
    const then = realNow();
    clock.now = () => then;
    await authenticateKey(secret);
    clock.now = () => then + 59_000;
    await authenticateKey(secret);
    await settled();
    expect(await lastUsed(id)).toBe(then);
    clock.now = () => then + 60_000;
    await authenticateKey(secret);
    await settled();
    expect(await lastUsed(id)).toBe(then + 60_000);
  });

  it('does not affect requests when recording fails', async () => {
    const { secret } = await makeTestKey(account.id, { description: 'full' });
    watch({
      query: (text, params) =>
        text.startsWith('update') ? Promise.reject(new Error('full')) : real.query(text, params),
    });
    expect(await refusal(secret)).toBe('accepted');
    await settled();
    // Nothing was written, and nothing broke.
    expect(
      (await real.query('select 1 from api_key where last_used_at is not null and description = $1', ['full'])).length,
    ).toBe(0);
  });
});
