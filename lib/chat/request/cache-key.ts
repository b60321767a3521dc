import { createHash } from 'node:crypto';

/** Longer keys are hashed (docs/api-rules.md, "Chat request fields"). */
const MAX_PLAIN_CHARACTERS = 1_024;
/** How much of each end of a key is hashed: a key may be as long as a body, and it is only a hint. */
const HASHED_CHARACTERS = 50_000;

/**
 * A `prompt_cache_key` of limited length, for routing and for the upstream: the same key gives the same result. Keys of
 * more than 100,000 characters and equal length that differ only in the middle count as the same.
 */
export function cacheKeyOf(key: string | undefined): string | undefined {
  if (key === undefined || key.length <= MAX_PLAIN_CHARACTERS) return key;
  const hash = createHash('sha256').update(`${key.length}:`);
  if (key.length <= 2 * HASHED_CHARACTERS) return hash.update(key).digest('hex');
  return hash.update(key.slice(0, HASHED_CHARACTERS)).update(key.slice(-HASHED_CHARACTERS)).digest('hex');
}
