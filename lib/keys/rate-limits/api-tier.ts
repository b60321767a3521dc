/** The name of an account's tier on the wire (contract 15.7): `paid` for `standard`. */
export function tierIdOf(tier: string): string {
  return tier === 'standard' ? 'paid' : tier;
}
