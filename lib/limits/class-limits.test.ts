import { afterEach, describe, expect, it } from 'vitest';
import { type ClassLimit, installLimitOverrides, type LimitClass, limitOf } from './class-limits';

const STANDARD = { id: 'a', tier: 'standard', email: 'Ada@Example.com' } as const;
const PARTNER = { id: 'p', tier: 'partner', email: 'partner@example.com' } as const;

afterEach(() => installLimitOverrides({ tiers: new Map(), accounts: new Map() }));

/**
 * The published limits once more (docs/api-rules.md, "Rate limits"): requests, tokens, requests of partners, tokens of
 * partners.
 */
const TABLE: [LimitClass, number, number | undefined, number, number | undefined][] = [
  ['text_XS', 500, 1_000_000, 500, 2_000_000],
  ['text_S', 75, 750_000, 150, 1_500_000],
  ['text_M', 50, 750_000, 100, 1_500_000],
  ['text_L', 20, 500_000, 60, 1_000_000],
  ['image', 20, undefined, 60, undefined],
  ['audio', 60, undefined, 120, undefined],
  ['embedding', 500, undefined, 500, undefined],
  ['video_queue', 40, undefined, 40, undefined],
  ['video_retrieve', 120, undefined, 120, undefined],
  ['audio_queue', 40, undefined, 40, undefined],
  ['audio_retrieve', 120, undefined, 120, undefined],
  ['augment_search', 20, undefined, 20, undefined],
  ['augment_scrape', 20, undefined, 20, undefined],
  ['augment_text_parser', 20, undefined, 20, undefined],
  ['crypto_rpc', 100, undefined, 100, undefined],
  ['create_key', 20, undefined, 20, undefined],
  ['api', 600, undefined, 1_200, undefined],
];

it.each(TABLE)('limits the class %s as published', (limitClass, requests, tokens, partnerRequests, partnerTokens) => {
  expect(limitOf(limitClass, STANDARD)).toEqual({ requestsPerMinute: requests, tokensPerMinute: tokens });
  expect(limitOf(limitClass, PARTNER)).toEqual({ requestsPerMinute: partnerRequests, tokensPerMinute: partnerTokens });
});

describe('the operator’s own limits', () => {
  const of = (entries: Record<string, Record<string, ClassLimit>>) =>
    new Map(Object.entries(entries).map(([name, limits]) => [name, new Map(Object.entries(limits))]));

  it('apply by tier, and take precedence by account: by its id or its email in any case', () => {
    const tiers = of({ standard: { image: { requestsPerMinute: 5 } }, partner: { image: { requestsPerMinute: 7 } } });
    installLimitOverrides({
      tiers,
      accounts: of({ 'ada@example.com': { image: { requestsPerMinute: 1 } }, p: { audio: { requestsPerMinute: 2 } } }),
    });
    expect(limitOf('image', STANDARD).requestsPerMinute).toBe(1);
    expect(limitOf('image', { ...STANDARD, email: 'other@example.com' }).requestsPerMinute).toBe(5);
    expect(limitOf('image', PARTNER).requestsPerMinute).toBe(7);
    expect(limitOf('audio', PARTNER).requestsPerMinute).toBe(2);
    expect(limitOf('audio', STANDARD).requestsPerMinute).toBe(60);
  });

  it('that set no tokens keep those of the next layer', () => {
    installLimitOverrides({
      tiers: of({ standard: { text_S: { requestsPerMinute: 9, tokensPerMinute: 90 } } }),
      accounts: of({ a: { text_S: { requestsPerMinute: 1_000 }, text_L: { requestsPerMinute: 3 } } }),
    });
    expect(limitOf('text_S', STANDARD)).toEqual({ requestsPerMinute: 1_000, tokensPerMinute: 90 });
    expect(limitOf('text_L', STANDARD)).toEqual({ requestsPerMinute: 3, tokensPerMinute: 500_000 });
  });
});
