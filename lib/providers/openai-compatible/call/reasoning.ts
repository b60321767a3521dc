import type { Reasoning } from '../../spec';
import type { Effort } from '../../../models/values';

/**
 * Reasoning settings in the layout of each kind of server. Templates of open models have a switch instead of an effort,
 * under one of two names: both are sent, because a template ignores names that it does not know.
 */

/** `reasoning_effort`; a model rejects an effort that it does not have. This route returns no summaries. */
export function effortOfOpenAi({ effort, enabled }: Reasoning, model: string): Record<string, unknown> {
  if (effort !== undefined) return { reasoning_effort: effort === 'max' ? 'xhigh' : effort };
  const least = enabled === false ? leastEffort(model) : null;
  return least === null ? {} : { reasoning_effort: least };
}

/** OpenRouter's object, which OpenRouter translates for the model's vendor. */
export function reasoningOfOpenRouter({ effort, enabled, summary }: Reasoning): Record<string, unknown> {
  return {
    reasoning: {
      ...(effort !== undefined && { effort: effort === 'max' ? 'xhigh' : effort }),
      ...(effort === undefined && enabled !== undefined && { enabled }),
      ...(summary !== undefined && { summary }),
    },
  };
}

/** The effort, with the template's switch beside it. */
export function effortAndSwitch(reasoning: Reasoning): Record<string, unknown> {
  const { effort } = reasoning;
  return {
    ...(effort !== undefined && effort !== 'none' && { reasoning_effort: effort }),
    ...templateSwitch(reasoning),
  };
}

/** As above, with the effort as a variable of the template. */
export function switchWithEffort(reasoning: Reasoning): Record<string, unknown> {
  const { effort } = reasoning;
  const level = effort === undefined || effort === 'none' ? {} : { reasoning_effort: effort };
  return templateSwitch(reasoning, level);
}

/** For a server of unknown kind: an effort of three levels, and the switch only to turn reasoning off. */
export function effortOrOff(reasoning: Reasoning): Record<string, unknown> {
  if (thinks(reasoning) === false) return templateSwitch(reasoning);
  return effortOfThree(reasoning);
}

/** `reasoning_effort` with three levels; others become the nearest one. Off is omitted. */
export function effortOfThree({ effort }: Reasoning): Record<string, unknown> {
  return effort === undefined || effort === 'none' ? {} : { reasoning_effort: LEVEL_OF_THREE[effort] };
}

/** `reasoning_effort` with three levels and `none`. */
export function effortOfFour(reasoning: Reasoning): Record<string, unknown> {
  return thinks(reasoning) === false ? { reasoning_effort: 'none' } : effortOfThree(reasoning);
}

const LEVEL_OF_THREE: Record<Exclude<Effort, 'none'>, 'low' | 'medium' | 'high'> = {
  minimal: 'low',
  low: 'low',
  medium: 'medium',
  high: 'high',
  xhigh: 'high',
  max: 'high',
};

/** What the settings amount to: an effort overrides the switch; undefined means the model's default. */
function thinks({ effort, enabled }: Reasoning): boolean | undefined {
  return effort === undefined ? enabled : effort !== 'none';
}

function templateSwitch(reasoning: Reasoning, more: Record<string, unknown> = {}): Record<string, unknown> {
  const on = thinks(reasoning);
  return on === undefined ? {} : { chat_template_kwargs: { enable_thinking: on, thinking: on, ...more } };
}

/** The least effort of OpenAI's models; null for those that do not reason, or are unknown: they get no setting. */
function leastEffort(model: string): Effort | null {
  if (/^gpt-5\.\d/.test(model)) return 'none';
  if (/^gpt-5(-|$)/.test(model)) return 'minimal';
  return /^o\d/.test(model) ? 'low' : null;
}
