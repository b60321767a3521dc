import { eq, type SQL } from 'drizzle-orm';
import { MINUTE_MS, SECOND_MS } from '../core/time';
import { findNotReady } from '../platform/database/failure';
import { database } from '../platform/db';
import { processState } from '../platform/process-state';
import { boundedCache, type BoundedCache } from './bounded-cache';
import type { Account, ModelPrivacy } from './caller';
import type { KeyType } from './keys/key-token';
import { account } from './tables';

/** A key and its account, as read by one indexed query. */
export type KnownKey = {
  id: string;
  type: KeyType;
  modelPrivacy: ModelPrivacy;
  expiresAt: Date | null;
  /** Milliseconds since 1970, 0 for never; updated in the cache when a use is recorded. */
  lastUsedAtMs: number;
  account: Account;
};

const MAX_KEYS = 10_000;
const MAX_ACCOUNTS = 10_000;
const MAX_SESSIONS = 10_000;
/** Another process may revoke or block: on PostgreSQL nothing is cached for longer (docs/architecture.md, "Caches"). */
const SHARED_LIFE_MS = 2 * SECOND_MS;
/** Only this process uses the embedded database; every change in it evicts the affected entries. */
const EMBEDDED_LIFE_MS = 60 * SECOND_MS;
/** How much longer while the database is unavailable. This cannot spend anything: the hold statement itself refuses. */
const GRACE_MS = MINUTE_MS;

type Caches = {
  /** By the secret's hash. */
  keys: BoundedCache<KnownKey>;
  /** Hashes that belong to no usable key. Separate, so that guesses never evict real keys. */
  unknownKeys: BoundedCache<true>;
  accounts: BoundedCache<Account>;
  /** Whether a sign-out has ended a session, by account and session ID. */
  sessions: BoundedCache<boolean>;
  /** Reads in progress, so that a burst causes only one. */
  reading: Map<string, Promise<unknown>>;
  /** Incremented with every change: a read that began before it is not cached. */
  generation: number;
};

/** The process-wide caches of accounts, keys, and sessions. Change the database first, then evict here. */
export function accountCaches(): Caches {
  return processState('accounts.caches', () => ({
    keys: boundedCache<KnownKey>(MAX_KEYS, GRACE_MS),
    unknownKeys: boundedCache<true>(MAX_KEYS),
    accounts: boundedCache<Account>(MAX_ACCOUNTS, GRACE_MS),
    sessions: boundedCache<boolean>(MAX_SESSIONS, GRACE_MS),
    reading: new Map<string, Promise<unknown>>(),
    generation: 0,
  }));
}

/**
 * An account by its ID, at most as old as the cache's lifetime, a minute older while the database is unavailable; null
 * if there is none.
 * @throws ApiError NOT_READY if the database is unavailable and the account is not cached
 */
export async function findAccount(accountId: string): Promise<Account | null> {
  const { accounts } = accountCaches();
  const known = accounts.get(accountId);
  if (known) return known;
  const reading = readOnce(
    `account:${accountId}`,
    () => readAccount(eq(account.id, accountId)),
    (found) => {
      if (found) accounts.set(accountId, found, cacheLifeMs());
    },
  );
  return reading.catch((error: unknown) => recallOr(error, accounts, accountId));
}

/** A recently expired entry, if a read failed because the database is unavailable. @throws the failure otherwise */
export function recallOr<V>(failure: unknown, cache: BoundedCache<V>, key: string): V {
  const old = findNotReady(failure) && cache.recall(key);
  if (old === undefined) throw failure;
  return old;
}

/** How long a read result may be cached. */
export function cacheLifeMs(): number {
  return database().kind === 'postgres' ? SHARED_LIFE_MS : EMBEDDED_LIFE_MS;
}

/** Evicts an account and its keys, after a change of its password, role, tier, or block. */
export function forgetAccount(accountId: string): void {
  const caches = accountCaches();
  caches.accounts.delete(accountId);
  caches.keys.deleteWhere((key) => key.account.id === accountId);
  forgetReads();
}

/** Evicts a key, after it was revoked or changed. */
export function forgetKey(keyId: string): void {
  const caches = accountCaches();
  caches.keys.deleteWhere((key) => key.id === keyId);
  forgetReads();
}

/** Prevents reads in progress from being cached: they may have begun before a change. */
export function forgetReads(): void {
  const caches = accountCaches();
  caches.generation += 1;
  caches.reading.clear();
}

/** Runs one read for concurrent callers, and caches the result only if nothing changed in the meantime. */
export async function readOnce<V>(name: string, read: () => Promise<V>, keep: (value: V) => void): Promise<V> {
  const caches = accountCaches();
  const running = caches.reading.get(name) as Promise<V> | undefined;
  if (running) return running;
  const { generation } = caches;
  const reading = read();
  caches.reading.set(name, reading);
  try {
    const value = await reading;
    if (caches.generation === generation) keep(value);
    return value;
  } finally {
    if (caches.reading.get(name) === reading) caches.reading.delete(name);
  }
}

/** An account by its normalized email, from the database; for the operator's commands. */
export async function findAccountByEmail(email: string): Promise<Account | null> {
  return readAccount(eq(account.email, email));
}

/** An account by its wallet (lowercase `0x…`), from the database; for the operator's commands. */
export async function findAccountByWallet(walletAddress: string): Promise<Account | null> {
  return readAccount(eq(account.walletAddress, walletAddress));
}

async function readAccount(which: SQL): Promise<Account | null> {
  const [row] = await database().money.orm.select().from(account).where(which);
  if (!row || row.deletedAt) return null;
  const { id, role, email, tier, pro, sessionVersion } = row;
  return { id, role, email, tier, pro, sessionVersion, blocked: row.blockedAt !== null };
}
