import type { TextModel } from '../../models/model';
import { findProvider } from '../registry';
import type { PromptToCount } from '../spec';

/** The prompt, whatever the upstream calls the model. */
type Prompt = Omit<PromptToCount, 'model'>;

/**
 * Counts the tokens of a prompt exactly, for all upstreams of a model: the highest count if they differ.
 * @returns undefined if any of them cannot count: estimate then
 */
export function promptCounterOf({ upstreams }: TextModel): ((prompt: Prompt) => Promise<number>) | undefined {
  const counters = upstreams.flatMap(({ provider, model }) => {
    const count = findProvider(provider)?.countPromptTokens;
    return count ? [(prompt: Prompt) => count({ ...prompt, model })] : [];
  });
  if (counters.length === 0 || counters.length < upstreams.length) return undefined;
  return async (prompt) => Math.max(...(await Promise.all(counters.map((count) => count(prompt)))));
}
