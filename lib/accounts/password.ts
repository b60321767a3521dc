import { randomBytes, scrypt, timingSafeEqual } from 'node:crypto';
import { ApiError } from '../core/errors';
import { processState } from '../platform/process-state';

/** 32 MB and some 60–100 ms per run. */
const COST = { N: 2 ** 15, r: 8, p: 1 };
/** scrypt needs 128 × N × r bytes; Node's own ceiling is lower. */
const MAX_MEMORY_BYTES = 128 * 1024 * 1024;
const HASH_BYTES = 32;
const SALT_BYTES = 16;
/** Concurrent runs: each uses a thread of the pool and 32 MB. */
const MAX_RUNS = 2;
/** Callers that may wait for a run; more are refused. */
const MAX_WAITING = 20;
const RETRY_AFTER_SECONDS = 2;
/** A dummy hash for unknown emails, so that the response takes the same time. */
const DUMMY_HASH = { salt: Buffer.alloc(SALT_BYTES), hash: Buffer.alloc(HASH_BYTES) };

type Cost = typeof COST;

/**
 * Hashes a password for storage: `scrypt$N$r$p$salt$hash`, base64url parts.
 * @throws ApiError RATE_LIMIT_EXCEEDED if too many others are waiting
 */
export async function hashPassword(password: string): Promise<string> {
  const salt = randomBytes(SALT_BYTES);
  const hash = await derive(password, salt, COST);
  return ['scrypt', COST.N, COST.r, COST.p, salt.toString('base64url'), hash.toString('base64url')].join('$');
}

/**
 * Whether a password matches a stored hash. Without one (unknown email) it does the same work and returns false.
 * @throws ApiError RATE_LIMIT_EXCEEDED if too many others are waiting
 */
export async function verifyPassword(password: string, stored: string | null): Promise<boolean> {
  const known = stored === null ? null : parseStored(stored);
  const { salt, hash } = known ?? DUMMY_HASH;
  const derived = await derive(password, salt, known?.cost ?? COST);
  return timingSafeEqual(derived, hash) && known !== null;
}

function parseStored(stored: string): { cost: Cost; salt: Buffer; hash: Buffer } | null {
  const [scheme, N, r, p, salt, hash] = stored.split('$');
  if (scheme !== 'scrypt' || !salt || !hash) return null;
  const parsed = {
    cost: { N: Number(N), r: Number(r), p: Number(p) },
    salt: Buffer.from(salt, 'base64url'),
    hash: Buffer.from(hash, 'base64url'),
  };
  return parsed.hash.byteLength === HASH_BYTES ? parsed : null;
}

async function derive(password: string, salt: Buffer, cost: Cost): Promise<Buffer> {
  const leave = await enter();
  try {
    // One encoding of accented letters, whatever the keyboard sends.
    const text = password.normalize('NFKC');
    return await new Promise<Buffer>((resolve, reject) => {
      scrypt(text, salt, HASH_BYTES, { ...cost, maxmem: MAX_MEMORY_BYTES }, (error, key) =>
        error ? reject(error) : resolve(key),
      );
    });
  } finally {
    leave();
  }
}

/** Waits for a slot; the returned function passes it to the next caller. */
async function enter(): Promise<() => void> {
  const slots = processState('accounts.scrypt', () => ({ running: 0, waiting: [] as (() => void)[] }));
  const leave = () => {
    const next = slots.waiting.shift();
    if (next) next();
    else slots.running -= 1;
  };
  if (slots.running < MAX_RUNS) {
    slots.running += 1;
    return leave;
  }
  if (slots.waiting.length >= MAX_WAITING) {
    throw new ApiError('RATE_LIMIT_EXCEEDED', 'Too many people are signing in at once. Try again in a moment.', {
      retryAfterSeconds: RETRY_AFTER_SECONDS,
    });
  }
  await new Promise<void>((resolve) => slots.waiting.push(resolve));
  return leave;
}
