import { heldTokens } from '../../core/held-tokens';
import type { ModelBase } from '../../models/model-base';
import { findProvider } from '../registry';
import type { TextsToCount } from '../spec';

/** Tokens that models add to each text. */
const TOKENS_PER_TEXT = 2;

/**
 * The most tokens that texts are likely to have, whichever upstream of a model embeds them: never fewer than an upstream
 * will report that can count them, and an upper estimate for all others.
 * @throws the signal's reason when aborted
 */
export async function countTextTokens(
  { upstreams }: Pick<ModelBase, 'upstreams'>,
  call: TextsToCount,
): Promise<number> {
  const counters = upstreams.map(({ provider }) => findProvider(provider)?.countTextTokens ?? estimate);
  const counts = await Promise.all([...new Set(counters)].map((count) => count(call)));
  return counts.length === 0 ? estimate(call) : Math.max(...counts);
}

function estimate({ texts }: TextsToCount): Promise<number> {
  return Promise.resolve(heldTokens(texts) + TOKENS_PER_TEXT * texts.length);
}
