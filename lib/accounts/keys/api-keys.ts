import { and, count, desc, eq, gt, isNull, or } from 'drizzle-orm';
import { invalidRequest } from '../../core/errors';
import { isUuid, newId } from '../../core/ids';
import { clock } from '../../platform/clock';
import { database, type Queryable } from '../../platform/db';
import { settings } from '../../platform/env';
import { forgetKey } from '../account-cache';
import type { ModelPrivacy } from '../caller';
import { accountDeletedMeanwhile } from '../lock-account';
import { account, apiKey } from '../tables';
import { hashSecret, type KeyType, makeKeyToken } from './key-token';

/** Usable keys that an account may have (docs/api-rules.md, "Create a key"). */
export const MAX_ACTIVE_KEYS = 500;
const SHOWN_CHARACTERS = 6;

/** The window of a key's limits: the UTC day, the month, or never reset (docs/api-rules.md, "Key object"). */
export type LimitPeriod = 'EPOCH' | 'MONTH' | 'LIFETIME';

/** A key without its secret. */
export type ApiKey = {
  id: string;
  type: KeyType;
  description: string;
  /** What it may be charged per window, nano units; null means no limit. */
  limitUsdNano: bigint | null;
  limitDiemNano: bigint | null;
  limitPeriod: LimitPeriod;
  modelPrivacy: ModelPrivacy;
  lastSix: string;
  createdAt: Date;
  expiresAt: Date | null;
  lastUsedAt: Date | null;
};

/** What an update may change. */
type Changeable = Pick<
  ApiKey,
  'description' | 'limitUsdNano' | 'limitDiemNano' | 'limitPeriod' | 'modelPrivacy' | 'expiresAt'
>;

/** The values of a new key. */
export type NewKey = Changeable & { accountId: string; type: KeyType };

const COLUMNS = {
  id: apiKey.id,
  type: apiKey.type,
  description: apiKey.description,
  limitUsdNano: apiKey.limitUsdNano,
  limitDiemNano: apiKey.limitDiemNano,
  limitPeriod: apiKey.limitPeriod,
  modelPrivacy: apiKey.modelPrivacy,
  lastSix: apiKey.lastSix,
  createdAt: apiKey.createdAt,
  expiresAt: apiKey.expiresAt,
  lastUsedAt: apiKey.lastUsedAt,
};

/**
 * Creates a key. Its secret is only in the result: the database stores its SHA-256 and its last six characters.
 * @throws ApiError INVALID_REQUEST for the 501st usable key of an account; AUTHENTICATION_FAILED if the account was
 *   deleted
 */
export async function createApiKey(wanted: NewKey): Promise<{ key: ApiKey; secret: string }> {
  return database().transaction((within) => insertApiKey(within, wanted));
}

/** The same within the caller's transaction. */
export async function insertApiKey({ orm }: Queryable, wanted: NewKey): Promise<{ key: ApiKey; secret: string }> {
  const secret = makeKeyToken({ serviceId: settings().serviceId, type: wanted.type });
  const { accountId, ...rest } = wanted;
  const lastSix = secret.slice(-SHOWN_CHARACTERS);
  const key: ApiKey = { id: newId(), ...rest, lastSix, createdAt: new Date(clock.now()), lastUsedAt: null };
  // The account's row is the lock: concurrent creations are counted one after the other.
  const [live] = await orm
    .select({ id: account.id })
    .from(account)
    .where(and(eq(account.id, accountId), isNull(account.deletedAt)))
    .for('update');
  if (!live) throw accountDeletedMeanwhile();
  const [active] = await orm.select({ keys: count() }).from(apiKey).where(isActive(accountId));
  if ((active?.keys ?? 0) >= MAX_ACTIVE_KEYS) throw tooManyKeys();
  await orm.insert(apiKey).values({ ...key, accountId, secretHash: hashSecret(secret) });
  return { key, secret };
}

/** The usable keys of an account, newest first. */
export async function listApiKeys(accountId: string): Promise<ApiKey[]> {
  return database()
    .orm.select(COLUMNS)
    .from(apiKey)
    .where(isActive(accountId))
    .orderBy(desc(apiKey.createdAt), desc(apiKey.id));
}

/** One key of an account, also an expired one; null if it is unknown, revoked, or another account's. */
export async function findApiKey(accountId: string, keyId: string): Promise<ApiKey | null> {
  if (!isUuid(keyId)) return null;
  const [row] = await database().orm.select(COLUMNS).from(apiKey).where(isOwn(accountId, keyId));
  return row ?? null;
}

/**
 * Changes only the given members of a usable key, so that concurrent updates never undo each other. Evicts the key from
 * the cache.
 * @param changes absent or undefined members are unchanged
 * @returns the updated key; null if it is unknown, expired, revoked, or another account's
 */
export async function updateApiKey(
  accountId: string,
  keyId: string,
  changes: Partial<Changeable>,
): Promise<ApiKey | null> {
  if (!isUuid(keyId)) return null;
  const { orm } = database();
  const which = and(eq(apiKey.id, keyId), isActive(accountId));
  const changed = Object.values(changes).some((value) => value !== undefined);
  // An update that sets nothing is not valid SQL.
  const [row] = changed
    ? await orm.update(apiKey).set(changes).where(which).returning(COLUMNS)
    : await orm.select(COLUMNS).from(apiKey).where(which);
  // By the stored ID: a caller may send it in uppercase.
  if (changed && row) forgetKey(row.id);
  return row ?? null;
}

/** Revokes a key immediately. @returns whether it existed: false for an unknown, revoked, or another account's key */
export async function revokeApiKey(accountId: string, keyId: string): Promise<boolean> {
  if (!isUuid(keyId)) return false;
  const [revoked] = await database()
    .orm.update(apiKey)
    .set({ revokedAt: new Date(clock.now()) })
    .where(isOwn(accountId, keyId))
    .returning({ id: apiKey.id });
  if (revoked) forgetKey(revoked.id);
  return revoked !== undefined;
}

function isActive(accountId: string) {
  const now = new Date(clock.now());
  return and(
    eq(apiKey.accountId, accountId),
    isNull(apiKey.revokedAt),
    or(isNull(apiKey.expiresAt), gt(apiKey.expiresAt, now)),
  );
}

function isOwn(accountId: string, keyId: string) {
  return and(eq(apiKey.id, keyId), eq(apiKey.accountId, accountId), isNull(apiKey.revokedAt));
}

function tooManyKeys() {
  const message = `An account has at most ${MAX_ACTIVE_KEYS} usable keys. Revoke one first.`;
  return invalidRequest([{ code: 'too_big', maximum: MAX_ACTIVE_KEYS, path: [], message }]);
}
