import type { Effort, Reasoning } from '../../spec';

/**
 * Wishes about thinking in the words of each kind of server. Templates of open models have a switch instead of an
 * effort, under one of two names: both are sent, a template ignores what it does not know.
 */

/** `reasoning_effort`; a model without the asked-for effort refuses it. Summaries are not told on this route. */
export function effortOfOpenAi({ effort, enabled }: Reasoning, model: string): Record<string, unknown> {
  if (effort !== undefined) return { reasoning_effort: effort === 'max' ? 'xhigh' : effort };
  const least = enabled === false ? leastEffort(model) : null;
  return least === null ? {} : { reasoning_effort: least };
}

/** OpenRouter's object, which it translates for the model's own vendor. */
export function reasoningOfOpenRouter({ effort, enabled, summary }: Reasoning): Record<string, unknown> {
  return {
    reasoning: {
      ...(effort !== undefined && { effort: effort === 'max' ? 'xhigh' : effort }),
      ...(effort === undefined && enabled !== undefined && { enabled }),
      ...(summary !== undefined && { summary }),
    },
  };
}

/** The effort, and the template's switch beside it. */
export function effortAndSwitch(reasoning: Reasoning): Record<string, unknown> {
  const { effort } = reasoning;
  return {
    ...(effort !== undefined && effort !== 'none' && { reasoning_effort: effort }),
    ...templateSwitch(reasoning),
  };
}

/** As above, the effort as a word of the template. */
export function switchWithEffort(reasoning: Reasoning): Record<string, unknown> {
  const { effort } = reasoning;
  const level = effort === undefined || effort === 'none' ? {} : { reasoning_effort: effort };
  return templateSwitch(reasoning, level);
}

/** For a server whose kind is not known: an effort of three, and the switch only to turn thinking off. */
export function effortOrOff(reasoning: Reasoning): Record<string, unknown> {
  if (thinks(reasoning) === false) return templateSwitch(reasoning);
  return effortOfThree(reasoning);
}

/** `reasoning_effort` of three levels; the others become the nearest one. Off is left out. */
export function effortOfThree({ effort }: Reasoning): Record<string, unknown> {
  return effort === undefined || effort === 'none' ? {} : { reasoning_effort: LEVEL_OF_THREE[effort] };
}

/** `reasoning_effort` of three levels and `none`. */
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

/** What a wish comes to: an effort wins over the switch; undefined is the model's own. */
function thinks({ effort, enabled }: Reasoning): boolean | undefined {
  return effort === undefined ? enabled : effort !== 'none';
}

function templateSwitch(reasoning: Reasoning, more: Record<string, unknown> = {}): Record<string, unknown> {
  const on = thinks(reasoning);
  return on === undefined ? {} : { chat_template_kwargs: { enable_thinking: on, thinking: on, ...more } };
}

/** The least that OpenAI's models can think; null for those that do not think, or are not known: they get no wish. */
function leastEffort(model: string): Effort | null {
  if (/^gpt-5\.\d/.test(model)) return 'none';
  if (/^gpt-5(-|$)/.test(model)) return 'minimal';
  return /^o\d/.test(model) ? 'low' : null;
}
