import type { ChatCall, ChatMessage, Effort } from '../../spec';
import { thinkingBudget } from './thinking-budget';

/** How a Claude model is told to think: with a budget of tokens, as it sees fit, or not at all. */
export type Thinking =
  | { type: 'enabled'; budgetTokens: number }
  | { type: 'adaptive'; effort?: 'low' | 'medium' | 'high' | 'xhigh' | 'max' }
  | { type: 'disabled' };

/** Models that take a budget: those before 4.6. Foreign ones behind the same wire format take it too. */
const BUDGET_CLAUDE = /claude-3|claude-(opus|sonnet|haiku)-4(?!-([6-9]|\d\d)(?!\d))/;
/** Models with a budget that can think and keep to a schema at once: the others are made to by a tool that must be called. */
const KEEPS_SCHEMA = /claude-(opus-4-[15]|sonnet-4-5|haiku-4-5)/;
/** Models that cannot think. */
const NEVER_THINKS = /claude-(instant|v?2|3-(5|haiku|opus|sonnet))/;
/** Adaptive models that know no `xhigh`. */
const WITHOUT_XHIGH = /claude-(opus|sonnet)-4-6/;

/** The vendor's least budget. */
const MIN_BUDGET_TOKENS = 1_024;

/**
 * The thinking of a call.
 * @returns null where the model's own default holds: nothing was asked for, or what was asked for cannot be had with the
 *   rest of the call (an answer too short to think for, a tool that must be called, an earlier turn whose thinking is lost)
 */
export function claudeThinking(call: ChatCall): Thinking | null {
  const { reasoning } = call;
  if (!reasoning || NEVER_THINKS.test(call.model)) return null;
  const takesBudget = BUDGET_CLAUDE.test(call.model) || !call.model.includes('claude-');
  const isOff = reasoning.effort ? reasoning.effort === 'none' : reasoning.enabled === false;
  // Where a budget switches it on, no word switches it off.
  if (isOff) return takesBudget ? null : { type: 'disabled' };
  if (!takesBudget) return { type: 'adaptive', ...adaptiveEffort(call.model, reasoning.effort) };
  if (mustCall(call) || lacksThinking(call.messages) || call.maxTokens < 2 * MIN_BUDGET_TOKENS) return null;
  const effort = reasoning.effort === undefined || reasoning.effort === 'none' ? 'medium' : reasoning.effort;
  return { type: 'enabled', budgetTokens: Math.max(MIN_BUDGET_TOKENS, thinkingBudget(call.maxTokens, effort)) };
}

function adaptiveEffort(model: string, effort: Effort | undefined): Pick<Thinking & { type: 'adaptive' }, 'effort'> {
  if (effort === undefined || effort === 'none') return {};
  if (effort === 'minimal') return { effort: 'low' };
  return { effort: effort === 'xhigh' && WITHOUT_XHIGH.test(model) ? 'high' : effort };
}

function mustCall({ model, toolChoice = 'auto', responseFormat }: ChatCall): boolean {
  return (toolChoice !== 'auto' && toolChoice !== 'none') || (!!responseFormat && !KEEPS_SCHEMA.test(model));
}

/** Whether the turn at work called tools without the thinking before it: the vendor refuses to think on then. */
function lacksThinking(messages: ChatMessage[]): boolean {
  const turn = messages.slice(messages.findLastIndex(({ role }) => role === 'user') + 1);
  return turn.some(
    (message) =>
      message.role === 'assistant' && message.toolCalls !== undefined && (message.reasoningDetails?.length ?? 0) === 0,
  );
}
