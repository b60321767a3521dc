import type { ChatCall, ChatMessage } from '../../spec';
import type { Effort } from '../../../models/values';
import { thinkingBudget } from './thinking-budget';

/** A Claude model's reasoning setting: a budget of tokens, adaptive, or off. */
export type Thinking =
  | { type: 'enabled'; budgetTokens: number }
  | { type: 'adaptive'; effort?: 'low' | 'medium' | 'high' | 'xhigh' | 'max' }
  | { type: 'disabled' };

/** Models that take a budget: those before 4.6, and other vendors' models behind the same wire format. */
const BUDGET_CLAUDE = /claude-3|claude-(opus|sonnet|haiku)-4(?!-([6-9]|\d\d)(?!\d))/;
/**
 * Budget models that support reasoning and a schema together: the others need a tool that must be called for a schema.
 */
const KEEPS_SCHEMA = /claude-(opus-4-[15]|sonnet-4-5|haiku-4-5)/;
/** Models that cannot reason. */
const NEVER_THINKS = /claude-(instant|v?2|3-(5|haiku|opus|sonnet))/;
/** Adaptive models without the effort `xhigh`. */
const WITHOUT_XHIGH = /claude-(opus|sonnet)-4-6/;

/** The vendor's minimum budget. */
const MIN_BUDGET_TOKENS = 1_024;

/**
 * The reasoning setting of a call.
 * @returns null to leave the model's default: nothing was requested, or the request is impossible with the rest of the
 *   call (an answer too short to reason for, a tool that must be called, an earlier turn whose reasoning is lost)
 */
export function claudeThinking(call: ChatCall): Thinking | null {
  const { reasoning } = call;
  if (!reasoning || NEVER_THINKS.test(call.model)) return null;
  const takesBudget = BUDGET_CLAUDE.test(call.model) || !call.model.includes('claude-');
  const isOff = reasoning.effort ? reasoning.effort === 'none' : reasoning.enabled === false;
  // Models with a budget have no setting to turn reasoning off: it is off without a budget.
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

/**
 * Whether the current turn called tools without the reasoning before it: the vendor then refuses to continue reasoning.
 */
function lacksThinking(messages: ChatMessage[]): boolean {
  const turn = messages.slice(messages.findLastIndex(({ role }) => role === 'user') + 1);
  return turn.some(
    (message) =>
      message.role === 'assistant' && message.toolCalls !== undefined && (message.reasoningDetails?.length ?? 0) === 0,
  );
}
