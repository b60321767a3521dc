import { invalidField } from '../../core/errors';
import { addBytes, type MemoryLease } from '../../platform/sharing/memory-shares';
import type { Budget } from '../budget';
import type { CallOptions } from '../request/to-call-options';

/** What a token of an answer takes until it is written: its piece of the text, and the text of all. */
const TOKEN_BYTES = 60;
/** What an alternative of a token takes, its own log probability included: as it came, and its JSON. Measured: 290. */
const ALTERNATIVE_BYTES = 400;
/** Answers up to this size are not counted: most are far smaller than they may be. */
const FREE_BYTES = 2_000_000;

/** What is known of an answer before it comes. */
type AnswerToCome = {
  isWhole: boolean;
  budget: Pick<Budget, 'choices' | 'maxTokens'>;
  call: Pick<CallOptions, 'logprobs'>;
};

/**
 * Counts what an answer that is not streamed can take at most, log probabilities above all: refused now, it costs nobody
 * anything; later its tokens would have been made.
 * @returns the bytes that were counted
 * @throws ApiError INVALID_REQUEST where it could take more than an account may use; else as `addBytes`
 */
export function reserveAnswer(lease: MemoryLease, { isWhole, budget, call }: AnswerToCome): number {
  if (!isWhole) return 0;
  const alternatives = call.logprobs ? 1 + call.logprobs.top : 0;
  const tokens = budget.choices * budget.maxTokens;
  const bytes = Math.max(0, tokens * (TOKEN_BYTES + alternatives * ALTERNATIVE_BYTES) - FREE_BYTES);
  if (bytes > lease.memory.bounds.perAccount) throw answerTooLarge(lease.memory.bounds.perAccount, alternatives);
  addBytes(lease, bytes);
  return bytes;
}

function answerTooLarge(mostBytes: number, alternatives: number) {
  const most = Math.floor((mostBytes + FREE_BYTES) / (TOKEN_BYTES + alternatives * ALTERNATIVE_BYTES));
  const of = alternatives > 0 ? `with ${alternatives - 1} alternatives each ` : '';
  const message = `An answer that is not streamed may have at most ${most} tokens ${of}here, over all choices`;
  return invalidField(['max_completion_tokens'], message, 'too_big');
}
