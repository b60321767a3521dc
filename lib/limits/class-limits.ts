import { processState } from '../platform/process-state';

/** What is counted together: models of one size, or one endpoint. Source: docs/api-rules.md, "Rate limits". */
export type LimitClass =
  | 'text_XS'
  | 'text_S'
  | 'text_M'
  | 'text_L'
  | 'image'
  | 'audio'
  | 'embedding'
  | 'video_queue'
  | 'video_retrieve'
  | 'audio_queue'
  | 'audio_retrieve'
  | 'augment_search'
  | 'augment_scrape'
  | 'augment_text_parser'
  | 'crypto_rpc'
  | 'create_key'
  | 'api';

/**
 * What requests count toward that have no other class: routes without limits of their own, and failures before the model
 * is known. All of them count together, per account (docs/api-rules.md, "Rate limits").
 */
export const API_CLASS = { limitClass: 'api', modelId: 'endpoint:api/v1' } as const;

/** Whole numbers from 1 up. Without `tokensPerMinute` tokens are not counted. */
export type ClassLimit = { requestsPerMinute: number; tokensPerMinute?: number };

/** What a limit depends on. Satisfied by an account of `lib/accounts`; a wallet's account has no email. */
export type LimitedAccount = { id: string; tier: 'standard' | 'partner'; email: string | null };

/** The operator's own limits: by tier, and by account (its id or lowercase email), each by class. */
export type LimitOverrides = {
  tiers: ReadonlyMap<string, ReadonlyMap<string, ClassLimit>>;
  accounts: ReadonlyMap<string, ReadonlyMap<string, ClassLimit>>;
};

/**
 * An account's limits per minute in a class: its own, else those of its tier, else the published one. If the operator's
 * limit sets no tokens, those of the next layer apply.
 */
export function limitOf(limitClass: LimitClass, account: LimitedAccount): ClassLimit {
  const { tiers, accounts } = overrides().current;
  const published = (account.tier === 'partner' ? PARTNER[limitClass] : undefined) ?? STANDARD[limitClass];
  const ofTier = withOverride(published, tiers.get(account.tier)?.get(limitClass));
  if (accounts.size === 0) return ofTier;
  const own =
    accounts.get(account.id) ?? (account.email === null ? undefined : accounts.get(account.email.toLowerCase()));
  return withOverride(ofTier, own?.get(limitClass));
}

/** Applies the operator's limits from the next request on; replaces earlier ones. */
export function installLimitOverrides(installed: LimitOverrides): void {
  overrides().current = installed;
}

function withOverride(below: ClassLimit, own: ClassLimit | undefined): ClassLimit {
  if (own === undefined || own.tokensPerMinute !== undefined || below.tokensPerMinute === undefined)
    return own ?? below;
  return { requestsPerMinute: own.requestsPerMinute, tokensPerMinute: below.tokensPerMinute };
}

function overrides(): { current: LimitOverrides } {
  return processState('limits.overrides', () => ({ current: { tiers: new Map(), accounts: new Map() } }));
}

/** The published limits of every account (docs/api-rules.md, "Rate limits"). */
const STANDARD: Record<LimitClass, ClassLimit> = {
  text_XS: { requestsPerMinute: 500, tokensPerMinute: 1_000_000 },
  text_S: { requestsPerMinute: 75, tokensPerMinute: 750_000 },
  text_M: { requestsPerMinute: 50, tokensPerMinute: 750_000 },
  text_L: { requestsPerMinute: 20, tokensPerMinute: 500_000 },
  image: { requestsPerMinute: 20 },
  audio: { requestsPerMinute: 60 },
  embedding: { requestsPerMinute: 500 },
  video_queue: { requestsPerMinute: 40 },
  video_retrieve: { requestsPerMinute: 120 },
  audio_queue: { requestsPerMinute: 40 },
  audio_retrieve: { requestsPerMinute: 120 },
  augment_search: { requestsPerMinute: 20 },
  augment_scrape: { requestsPerMinute: 20 },
  augment_text_parser: { requestsPerMinute: 20 },
  crypto_rpc: { requestsPerMinute: 100 },
  create_key: { requestsPerMinute: 20 },
  api: { requestsPerMinute: 600 },
};

/** The published limits of partners; where there is none, the standard limit applies. */
const PARTNER: Partial<Record<LimitClass, ClassLimit>> = {
  text_XS: { requestsPerMinute: 500, tokensPerMinute: 2_000_000 },
  text_S: { requestsPerMinute: 150, tokensPerMinute: 1_500_000 },
  text_M: { requestsPerMinute: 100, tokensPerMinute: 1_500_000 },
  text_L: { requestsPerMinute: 60, tokensPerMinute: 1_000_000 },
  image: { requestsPerMinute: 60 },
  audio: { requestsPerMinute: 120 },
  embedding: { requestsPerMinute: 500 },
  api: { requestsPerMinute: 1_200 },
};
