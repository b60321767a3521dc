import { hasLeft } from '../core/leaving';
import { chargeValue } from '../ledger/charge/charge';
import type { Receipt } from '../ledger/types';
import { whileServed } from '../platform/stop/requests-in-flight';
import { canAnswerWhole } from '../providers/routing/combine';
import { coveredTokens } from './budget';
import { callWholeModel } from './call-model';
import { chargeRequestOf } from './charge-request';
import type { ChatMeter } from './meter';
import { type Plan, WORTH_FORGETTING_BYTES } from './plan';
import type { ChatPart } from '../core/chat';

/** Longer answers are read as a stream: in one piece, their JSON would keep the event loop busy for too long. */
const MAX_WHOLE_TOKENS = 32_768;

/**
 * Whether an answer that is not streamed can come from its model in one piece. Not while a search is on: its caller must be
 * able to stop it. Not with log probabilities: in one piece they could be many megabytes of JSON. Not for a large request,
 * whose memory is freed when a stream begins.
 */
export function comesWhole({ asking, web, call, model, budget, context: { caller, lease } }: Plan): boolean {
  const searches = asking !== null || (web !== null && web.question !== null) || web?.vendorSearch === true;
  if (searches || call.logprobs !== undefined || budget.choices * budget.maxTokens > MAX_WHOLE_TOKENS) return false;
  return (lease === null || lease.bytes < WORTH_FORGETTING_BYTES) && canAnswerWhole(model, caller.account.id);
}

/**
 * The parts of an answer that comes in one piece, charged. The model cannot be stopped, so a caller who leaves after it
 * was asked pays for the answer as if it had stayed (docs/billing.md, "What a request costs"). If the model fails, nothing
 * is charged.
 * @param meter counts the parts
 * @throws ApiError those of the hold and of the model; the signal's reason if the caller left before the model was asked
 */
export async function answerWhole(plan: Plan, meter: ChatMeter): Promise<{ parts: ChatPart[]; receipt: Receipt }> {
  const { context, budget } = plan;
  const served = whileServed(context.signal);
  let isCut = false;
  const charged = chargeValue(
    chargeRequestOf(plan, served.signal),
    async ({ heldNano }, signal) => {
      context.signal.throwIfAborted();
      const covered = coveredTokens(plan, heldNano);
      isCut = covered < budget.maxTokens;
      const maxTokens = Math.min(covered, budget.maxTokens);
      meter.limitTo(maxTokens * budget.choices);
      const parts = await callWholeModel(plan, maxTokens, signal);
      parts.forEach(meter.add);
      return parts;
    },
    () => meter.bill(),
    () => {
      if (hasLeft(context.signal)) return 'client_left';
      return isCut && meter.reachedMaximum() ? 'credit_ran_out' : 'completed';
    },
  );
  const { value, receipt } = await charged.finally(served.clear);
  return { parts: value, receipt };
}
