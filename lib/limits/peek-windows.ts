import { type LimitClass, type LimitedAccount, limitOf } from './class-limits';
import { limiter } from './limiter';
import { peekLocally } from './windows/local-windows';
import type { Remaining, WindowQuery } from './windows/order';

/** A limit and what is left of it: `of` is the limit, or this process's share if processes do not count together. */
export type PeekedLimit = { limit: number; of: number; remaining: number };

/** What is left of some limits now. */
export type PeekedLimits = {
  /** In the order of the request; `tokens` is null if they are not counted. */
  limits: { requests: PeekedLimit; tokens: PeekedLimit | null }[];
  resetsAtMs: number;
  /** Whether the whole limits are reported; else what this process will still admit of its share. */
  isWhole: boolean;
};

/**
 * What is left of the current minute of an account, as the next `admit` would see it. Takes nothing; never throws. With
 * Redis it takes one round trip; while Redis is down, it reports this process's share.
 */
export async function peekWindows(
  asked: readonly { limitClass: LimitClass; modelId: string }[],
  account: LimitedAccount,
): Promise<PeekedLimits> {
  const queries = asked.map(({ limitClass, modelId }): WindowQuery => {
    const { requestsPerMinute, tokensPerMinute } = limitOf(limitClass, account);
    return { accountId: account.id, modelId, requestLimit: requestsPerMinute, tokenLimit: tokensPerMinute ?? null };
  });
  const { remaining, resetsAtMs, isWhole } = (await limiter().shared?.peek(queries)) ?? peekLocally(queries);
  const limits = queries.map(({ requestLimit, tokenLimit }, index) => ({
    requests: toLimit(requestLimit, remaining[index]?.requests),
    tokens: tokenLimit === null ? null : toLimit(tokenLimit, remaining[index]?.tokens),
  }));
  return { limits, resetsAtMs, isWhole };
}

function toLimit(limit: number, seen: Remaining['requests'] = { of: limit, left: 0 }): PeekedLimit {
  return { limit, of: seen.of, remaining: seen.left };
}
