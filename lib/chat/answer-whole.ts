import { endedByService, hasLeft } from '../core/leaving';
import { chargeValue } from '../ledger/charge/charge';
import type { Receipt } from '../ledger/types';
import { answersWhole } from '../providers/routing/combine';
import { coveredTokens } from './budget';
import { callWholeModel } from './call-model';
import { chargeRequestOf } from './charge-request';
import type { ChatMeter } from './meter';
import type { Plan } from './plan';
import type { ChatPart } from '../core/chat';

/**
 * Whether an answer that is not streamed can come from its model in one piece. Not while a search is on: its caller must be
 * able to stop it. Not with log probabilities: in one piece they could be many megabytes of JSON.
 */
export function comesWhole({ asking, web, call, model }: Plan): boolean {
  const searches = asking !== null || (web !== null && web.question !== null) || web?.vendorSearch === true;
  return !searches && call.logprobs === undefined && answersWhole(model);
}

/**
 * The parts of an answer that comes in one piece, charged. The model cannot be stopped, so a caller who leaves after it
 * was asked pays for the answer as if it had stayed (docs/billing.md, "What a request costs"); nobody reads it then. If the
 * model fails, nothing is charged.
 * @param meter counts the parts
 * @throws ApiError those of the hold and of the model; the signal's reason if the caller left before the model was asked
 */
export async function answerWhole(plan: Plan, meter: ChatMeter): Promise<{ parts: ChatPart[]; receipt: Receipt }> {
  const { context, budget } = plan;
  let isCut = false;
  const { value, receipt } = await chargeValue(
    chargeRequestOf(plan, endedByService(context.signal)),
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
  return { parts: value, receipt };
}
