import type { RateLimitMetadata } from '../core/reply-metadata';
import { type LimitClass, type LimitedAccount, limitOf } from './class-limits';
import { limiter } from './limiter';
import { takeLocally } from './windows/local-windows';
import type { Order, Taken } from './windows/order';

/** More tokens than any request has. */
const MAX_TOKENS = 1e12;

/** What a request counts toward. */
export type Demand = {
  limitClass: LimitClass;
  /** A model's id, or `endpoint:api/v1/<path>`: counted per account and this. */
  modelId: string;
  /** As how many requests it counts; 1 if absent. More than a whole window has takes an entire fresh window. */
  requests?: number;
  /** An estimate, reserved until `correct` reports the actual number; ignored if the class counts no tokens. */
  tokens?: number;
};

/** The limits' decision on a request. */
export type Admission = {
  /** For the headers. `remaining` is what this process will still admit: only its share, if it counts a share. */
  metadata: RateLimitMetadata;
  /**
   * Replaces the reserved tokens with those actually used (0 after a failure), in the window in which they were
   * reserved and in `metadata`. Never throws; a second call does nothing.
   */
  correct: (tokensUsed: number) => void;
  /**
   * Which limit refuses the request: per minute, requests (RPM) or tokens (TPM). A refused request is not counted.
   */
  refusal: 'RPM' | 'TPM' | null;
};

/**
 * Counts a request against the limits of its class (docs/api-rules.md, "Rate limits") in the current one-minute window
 * of its account and model. With `REDIS_URL` all processes count together, and while Redis is down each admits its
 * share. Never throws.
 */
export async function admit(demand: Demand, account: LimitedAccount): Promise<Admission> {
  const { requestsPerMinute, tokensPerMinute } = limitOf(demand.limitClass, account);
  const order: Order = {
    accountId: account.id,
    modelId: demand.modelId,
    requestLimit: requestsPerMinute,
    tokenLimit: tokensPerMinute ?? null,
    requests: demand.requests,
    tokens: wholeTokens(demand.tokens),
  };
  const { shared } = limiter();
  const taken = shared === null ? takeLocally(order) : await shared.take(order);
  return admissionOf(order, taken);
}

function admissionOf({ requestLimit, tokenLimit }: Order, taken: Taken): Admission {
  const { refusal, resetsAtMs, reserved, tokensLeft } = taken;
  const metadata: RateLimitMetadata = {
    type: 'user',
    requests: { limit: requestLimit, remaining: taken.requestsLeft, resetsAtMs },
  };
  if (tokenLimit === null) return { metadata, correct: correctNothing, refusal };
  const tokens = { limit: tokenLimit, remaining: tokensLeft, resetsAtMs };
  metadata.tokens = tokens;
  if (refusal !== null) return { metadata, correct: correctNothing, refusal };
  let corrected = false;
  const correct = (tokensUsed: number) => {
    if (corrected) return;
    corrected = true;
    const by = wholeTokens(tokensUsed) - reserved;
    if (by === 0) return;
    tokens.remaining = Math.min(tokenLimit, Math.max(0, tokensLeft - by));
    taken.correctTokens(by);
  };
  return { metadata, correct, refusal };
}

/** An upstream may report any count. */
function wholeTokens(tokens: number | undefined): number {
  return tokens !== undefined && tokens > 0 ? Math.min(Math.ceil(tokens), MAX_TOKENS) : 0;
}

function correctNothing(): void {
  // Nothing was reserved.
}
