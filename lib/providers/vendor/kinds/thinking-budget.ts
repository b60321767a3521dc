import type { Effort } from '../../../models/values';

/** Share of an answer's maximum tokens that an effort may use for reasoning. */
const SHARE: Record<Exclude<Effort, 'none'>, number> = {
  minimal: 0.1,
  low: 0.2,
  medium: 0.5,
  high: 0.8,
  xhigh: 0.9,
  max: 0.95,
};

/** Reasoning tokens out of the `maxTokens` of an answer. */
export function thinkingBudget(maxTokens: number, effort: Exclude<Effort, 'none'>): number {
  return Math.floor(maxTokens * SHARE[effort]);
}
