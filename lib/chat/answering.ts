import type { ChatPart } from '../core/chat';
import type { ReceiptItem } from '../ledger/charge/types';
import type { Hold } from '../ledger/types';
import { coveredPrompt, coveredTokens } from './budget';
import { callModel } from './call-model';
import type { ChatMeter } from './meter';
import type { Plan } from './plan';
import { addSources } from './web/add-sources';
import { decide } from './web/decide/decide';
import { followClassifier } from './web/decide/plan-decision';
import { withoutSourceParts } from './web/vendor-sources';

/** How a planned answer is made: in one call of the model, after a search, or in two calls if the model decides. */
type Answering = {
  /** The parts of all calls, for the meter. */
  parts(hold: Hold, signal: AbortSignal): AsyncIterable<ChatPart[]>;
  /** What the caller gets of them; the receipt passes. */
  shown(items: AsyncIterable<ChatPart[] | ReceiptItem>): AsyncIterable<ChatPart[] | ReceiptItem>;
  /** Whether the hold covered less than the request asked for. */
  isCut(): boolean;
};

/** Decides how a plan's answer is made. */
export function answering(plan: Plan, meter: ChatMeter): Answering {
  const { budget, web } = plan;
  const deciding = plan.asking === null ? null : decide(plan, meter);
  let isCut = false;
  const call = (asked: Plan, leftNano: bigint, mostTokens: number, signal: AbortSignal) => {
    const covered = coveredTokens(plan, leftNano);
    const maxTokens = Math.min(covered, mostTokens);
    isCut = covered < mostTokens;
    const vendorSearches = web?.vendorSearch === true;
    meter.limitTo(maxTokens * budget.choices, vendorSearches ? coveredPrompt(plan) : undefined);
    const parts = callModel(asked, maxTokens, signal);
    return vendorSearches ? withoutSourceParts(plan, meter, parts) : parts;
  };
  return {
    parts({ heldNano }, signal) {
      if (web !== null && plan.asking !== null && heldNano < budget.decisionNano) {
        plan.asking = null;
        followClassifier(web, plan.options);
      }
      const ask = (asked: Plan, spentNano: bigint, mostTokens: number) =>
        call(asked, heldNano - spentNano, mostTokens, signal);
      if (deciding !== null && web !== null && plan.asking !== null) return deciding.parts(web, plan.asking, ask);
      const answer = () => ask(plan, 0n, budget.maxTokens);
      return web === null || web.question === null ? answer() : withSources(plan, meter, signal, answer);
    },
    shown: (items) => (deciding === null ? items : deciding.shown(items)),
    isCut: () => isCut,
  };
}

/** The answer of a model that is asked once the sources are in the prompt. */
async function* withSources(
  plan: Plan,
  meter: ChatMeter,
  signal: AbortSignal,
  answer: () => AsyncIterable<ChatPart[]>,
): AsyncGenerator<ChatPart[], undefined> {
  await addSources(plan, signal);
  if (plan.web !== null) meter.addSources(plan.prompt, plan.web.used);
  yield* answer();
}
