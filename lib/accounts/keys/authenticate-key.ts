import { ApiError } from '../../core/errors';
import { MINUTE_MS } from '../../core/time';
import { clock } from '../../platform/clock';
import { findNotReady } from '../../platform/database/failure';
import { database } from '../../platform/db';
import { log } from '../../platform/log';
import { accountCaches, cacheLifeMs, type KnownKey, readOnce, recallOr } from '../account-cache';
import type { Account, Caller, ModelPrivacy } from '../caller';
import { hashSecret, isWellFormed, type KeyType } from './key-token';

/** `last_used_at` is written at most this often per key. */
const USE_WRITE_INTERVAL_MS = MINUTE_MS;

/**
 * Finds the caller by the secret of an API key. Malformed keys are refused without a lookup; others go through a
 * bounded cache (and a bounded cache of unknown secrets) over one indexed read. While the database is unavailable, a
 * known key is accepted a minute longer.
 * @returns the caller, also if the account is blocked: `http` and the hold refuse it
 * @throws ApiError AUTHENTICATION_FAILED for a malformed, unknown, revoked, or expired key, all with the same message;
 *   NOT_READY if the database is unavailable and the key is not cached
 */
export async function authenticateKey(token: string): Promise<Extract<Caller, { kind: 'key' }>> {
  const key = isWellFormed(token) ? await findKey(hashSecret(token)) : null;
  const now = clock.now();
  if (!key || (key.expiresAt && key.expiresAt.getTime() <= now)) {
    throw new ApiError('AUTHENTICATION_FAILED', 'The API key is not valid.');
  }
  if (now - key.lastUsedAtMs >= USE_WRITE_INTERVAL_MS) noteUse(key, now);
  return {
    kind: 'key',
    account: key.account,
    keyId: key.id,
    keyType: key.type,
    modelPrivacy: key.modelPrivacy,
    keyExpiresAt: key.expiresAt,
  };
}

async function findKey(hash: string): Promise<KnownKey | null> {
  const { keys, unknownKeys } = accountCaches();
  const known = keys.get(hash);
  if (known) return known;
  if (unknownKeys.get(hash)) return null;
  const reading = readOnce(
    `key:${hash}`,
    () => readKey(hash),
    (found) => {
      if (found) keys.set(hash, found, cacheLifeMs());
      else unknownKeys.set(hash, true, cacheLifeMs());
    },
  );
  return reading.catch((error: unknown) => recallOr(error, keys, hash));
}

type KeyRow = {
  id: string;
  type: KeyType;
  model_privacy: ModelPrivacy;
  expires_at: Date | null;
  last_used_at: Date | null;
  account_id: string;
  role: Account['role'];
  email: string | null;
  tier: Account['tier'];
  pro: boolean;
  session_version: number;
  blocked_at: Date | null;
};

/** The hot read: one statement over the unique index of `secret_hash`. */
async function readKey(hash: string): Promise<KnownKey | null> {
  const [row] = await database().money.query<KeyRow>(
    `select k.id, k.type, k.model_privacy, k.expires_at, k.last_used_at, k.account_id,
            a.role, a.email, a.tier, a.pro, a.session_version, a.blocked_at
       from api_key k join account a on a.id = k.account_id
      where k.secret_hash = $1 and k.revoked_at is null`,
    [hash],
  );
  if (!row) return null;
  return {
    id: row.id,
    type: row.type,
    modelPrivacy: row.model_privacy,
    expiresAt: row.expires_at,
    lastUsedAtMs: row.last_used_at?.getTime() ?? 0,
    account: {
      id: row.account_id,
      role: row.role,
      email: row.email,
      tier: row.tier,
      pro: row.pro,
      sessionVersion: row.session_version,
      blocked: row.blocked_at !== null,
    },
  };
}

/** In the background, never blocking the request: if recording a use fails, it is only logged. */
function noteUse(key: KnownKey, now: number): void {
  key.lastUsedAtMs = now;
  database()
    .query(`update api_key set last_used_at = $2 where id = $1 and (last_used_at is null or last_used_at < $2)`, [
      key.id,
      new Date(now),
    ])
    .catch((error: unknown) => {
      if (!findNotReady(error)) log.warn({ err: error, keyId: key.id }, 'the use of a key could not be recorded');
    });
}
