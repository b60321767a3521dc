import { invalidField } from '../../core/errors';
import { addBytes, type MemoryLease } from '../../platform/sharing/memory-shares';
import type { Budget } from '../budget';
import type { CallOptions } from '../request/to-call-options';

/** Memory per token until the answer is written: its piece of the text, and its share of the joined text. */
const TOKEN_BYTES = 60;
/** Memory per alternative of a token, the token itself included: the parsed value and its JSON. Measured: 290. */
const ALTERNATIVE_BYTES = 400;
/** Memory that is not counted, because most answers are far smaller than their maximum. */
const FREE_BYTES = 2_000_000;

/** What is known about an answer before it is generated. */
type PlannedAnswer = {
  isWhole: boolean;
  budget: Pick<Budget, 'choices' | 'maxTokens'>;
  call: Pick<CallOptions, 'logprobs'>;
};

/**
 * Counts the most memory that a non-streaming answer can use, mainly for log probabilities. Counted in advance, because a
 * refusal after the tokens are generated would waste them.
 * @returns the bytes that were counted
 * @throws ApiError INVALID_REQUEST if it could use more than an account may use at all; those of `addBytes`
 */
export function reserveAnswer(lease: MemoryLease, { isWhole, budget, call }: PlannedAnswer): number {
  if (!isWhole) return 0;
  const alternatives = call.logprobs ? 1 + call.logprobs.top : 0;
  const tokens = budget.choices * budget.maxTokens;
  const bytes = Math.max(0, tokens * (TOKEN_BYTES + alternatives * ALTERNATIVE_BYTES) - FREE_BYTES);
  if (bytes > lease.memory.bounds.perAccount) throw answerTooLarge(lease.memory.bounds.perAccount, alternatives);
  addBytes(lease, bytes);
  return bytes;
}

function answerTooLarge(maxBytes: number, alternatives: number) {
  const maxTokens = Math.floor((maxBytes + FREE_BYTES) / (TOKEN_BYTES + alternatives * ALTERNATIVE_BYTES));
  const of = alternatives > 0 ? `with ${alternatives - 1} alternatives each ` : '';
  const message = `A non-streaming answer may have at most ${maxTokens} tokens ${of}in total over all choices`;
  return invalidField(['max_completion_tokens'], message, 'too_big');
}
