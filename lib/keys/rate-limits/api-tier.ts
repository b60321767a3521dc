/** The name of an account's tier in the API (docs/api-rules.md, "Key rate limits"): `paid` for `standard`. */
export function tierIdOf(tier: string): string {
  return tier === 'standard' ? 'paid' : tier;
}
