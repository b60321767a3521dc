/** The name of an account's tier on the wire (docs/api-rules.md, "Key rate limits"): `paid` for `standard`. */
export function tierIdOf(tier: string): string {
  return tier === 'standard' ? 'paid' : tier;
}
