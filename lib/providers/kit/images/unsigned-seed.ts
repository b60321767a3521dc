/** A seed for upstreams that take no negative ones: its distance from zero. */
export function unsignedSeed(seed: number): number {
  return Math.abs(seed);
}
