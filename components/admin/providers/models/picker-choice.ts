import { MAX_NAME_CHARACTERS, PRICE_PATTERN } from '@/lib/connected/constants';
import type { AddModels, ListedModel, ListedModels } from '@/lib/connected/contract';
import { ASSUMED_ABILITIES, ASSUMED_CONTEXT_TOKENS } from '@/lib/models/constants';

/** A model that can be chosen: a listed one, or one that was typed. Null abilities and context are left to the server. */
export type ChoosableModel = Omit<ListedModel, 'abilities'> & { abilities: ListedModel['abilities'] | null };

/** A model that is chosen, with its price as typed. */
export type Choice = { model: ChoosableModel; input: string; output: string };

const ASSUMED = { contextTokens: ASSUMED_CONTEXT_TOKENS, abilities: [...ASSUMED_ABILITIES] };

/** A model as it is chosen first: at its suggested price. */
export function firstChoice(model: ChoosableModel): Choice {
  return { model, input: model.price?.input ?? '', output: model.price?.output ?? '' };
}

/**
 * A model that was typed because the list does not have it. The server may still know it; if there is no list, nothing is
 * known, and everything is assumed.
 */
export function unlistedModel(upstreamName: string, { problem }: ListedModels): ChoosableModel {
  const known = problem === null ? { contextTokens: null, abilities: null } : ASSUMED;
  return {
    ...{ upstreamName, id: null, name: upstreamName, price: null, priceSource: null, text: true },
    ...{ ...known, maxCompletionTokens: null, servedAs: [] },
  };
}

/** What is wrong with the price of a choice, as a sentence; null if nothing is. */
export function missingPrice({ input, output }: Choice): string | null {
  const problems = [input, output].map(priceProblem);
  if (input.trim() === '' || output.trim() === '') return 'Enter both prices';
  return problems.find((problem) => problem !== null) ?? null;
}

/** What is wrong with a typed price, as a sentence; null if nothing is. */
export function priceProblem(typed: string): string | null {
  if (AMBIGUOUS.test(plainPrice(typed))) {
    const [whole = '', rest = ''] = plainPrice(typed).split(',');
    return `Write ${whole}${rest} or ${whole}.${rest}: the comma may mean either`;
  }
  return PRICE_PATTERN.test(wirePrice(typed)) ? null : 'Must be an amount of USD such as 0.15';
}

/**
 * A choice as it is sent: with all that was shown, because the server may find something else by then. With a price of
 * the owner's, the suggested ones of the cache do not apply.
 * @param isDefault whether it becomes the installation's default
 */
export function toAdded({ model, input, output }: Choice, isDefault: boolean): AddModels['models'][number] {
  const { upstreamName, price, abilities } = model;
  const typed = { input: wirePrice(input), output: wirePrice(output) };
  const isSuggested = price?.input === typed.input && price.output === typed.output;
  return {
    ...{ upstreamName, price: isSuggested ? price : typed },
    ...(abilities !== null && { ...limitsOf(model), abilities }),
    ...(isDefault && { isDefault }),
  };
}

/** A typed price as the API takes it. */
export function wirePrice(typed: string): string {
  return plainPrice(typed).replace(',', '.');
}

function limitsOf({
  upstreamName,
  name,
  contextTokens,
  maxCompletionTokens,
}: ChoosableModel): Pick<AddModels['models'][number], 'name' | 'contextTokens' | 'maxCompletionTokens'> {
  const context = contextTokens ?? ASSUMED_CONTEXT_TOKENS;
  return {
    name: (name.trim() || upstreamName).slice(0, MAX_NAME_CHARACTERS),
    contextTokens: context,
    ...(maxCompletionTokens !== null && { maxCompletionTokens: Math.min(maxCompletionTokens, context) }),
  };
}

/** A group of three digits after the comma: a decimal fraction here, thousands elsewhere. */
const AMBIGUOUS = /^[1-9]\d{0,2},\d{3}$/;

function plainPrice(typed: string): string {
  return typed.trim().replace(/^\$/, '');
}
