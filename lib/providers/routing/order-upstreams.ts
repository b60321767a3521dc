import { createHash } from 'node:crypto';
import type { Upstream } from '../../models/model-base';

const HASH_BYTES = 6;

/**
 * The upstreams in the order in which a call tries them: each next one is drawn by weight among the rest, at random or,
 * if the call has a key, by the key alone (weighted rendezvous hashing): the same key gives the same order, and a new
 * upstream takes over its share of the keys and moves no others. Those of weight 0 come last, in the order of the list.
 * @param random 0 ≤ x < 1
 */
export function orderUpstreams(
  upstreams: readonly Upstream[],
  key: string | undefined,
  random: () => number,
): Upstream[] {
  if (upstreams.length < 2) return [...upstreams];
  const drawn = upstreams.map((upstream) => {
    const point = key === undefined ? random() : pointOf(key, upstream);
    // A race of exponential times: the fastest, with rate `weight`, wins in proportion to its share of all weights.
    return { upstream, time: upstream.weight > 0 ? -Math.log(point) / upstream.weight : Number.POSITIVE_INFINITY };
  });
  return drawn
    .sort((one, other) => (one.time === other.time ? 0 : one.time < other.time ? -1 : 1))
    .map(({ upstream }) => upstream);
}

/** The point of a key for an upstream, 0 < x < 1. */
function pointOf(key: string, { provider, model }: Upstream): number {
  const digest = createHash('sha256')
    .update(JSON.stringify([key, provider, model]))
    .digest();
  return (digest.readUIntBE(0, HASH_BYTES) + 0.5) / 2 ** (8 * HASH_BYTES);
}
