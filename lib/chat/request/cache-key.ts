import { createHmac } from 'node:crypto';
import { sessionSecret } from '../../accounts/session';

/** How much of each end of a key is hashed: a key may be as long as a body, and it is only a hint. */
const HASHED_CHARACTERS = 50_000;

/**
 * What stands for a request's `prompt_cache_key` in routing and at the upstream (docs/api-rules.md, "Chat request
 * fields"): 64 hexadecimal digits, always the same for an account and its key. Other accounts get others for the same
 * key, so that nobody can probe the cached prompts of somebody else. Keyed by the sessions' secret, which all processes
 * share and no answer reveals. Keys of more than 100,000 characters and equal length that differ only in the middle
 * count as the same.
 * @returns undefined without a key
 */
export async function cacheKeyOf(key: string | undefined, accountId: string): Promise<string | undefined> {
  if (key === undefined) return undefined;
  const hash = createHmac('sha256', await sessionSecret()).update(`prompt cache key of ${accountId}\n${key.length}:`);
  if (key.length <= 2 * HASHED_CHARACTERS) return hash.update(key).digest('hex');
  return hash.update(key.slice(0, HASHED_CHARACTERS)).update(key.slice(-HASHED_CHARACTERS)).digest('hex');
}
