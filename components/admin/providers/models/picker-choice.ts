import type { AddModels, ListedModel } from '@/lib/connected/contract';

/** A model that is chosen, with its price as typed. */
export type Choice = { model: ListedModel; input: string; output: string };

const PRICE = /^\d{1,6}(\.\d{1,9})?$/;

/** A model as it is chosen first: at its suggested price. */
export function firstChoice(model: ListedModel): Choice {
  return { model, input: model.price?.input ?? '', output: model.price?.output ?? '' };
}

/** What is wrong with the price of a choice, as a sentence; null if nothing is. */
export function missingPrice({ input, output }: Choice): string | null {
  if (PRICE.test(wirePrice(input)) && PRICE.test(wirePrice(output))) return null;
  return input.trim() === '' || output.trim() === '' ? 'Enter both prices' : 'Must be amounts of USD such as 0.15';
}

/**
 * A choice as it is sent: an unchanged suggestion is left to the server, which knows all of it.
 * @param isDefault whether it becomes the installation's default
 */
export function toAdded({ model, input, output }: Choice, isDefault: boolean): AddModels['models'][number] {
  const { upstreamName, price } = model;
  const typed = { input: wirePrice(input), output: wirePrice(output) };
  const isSuggested = price?.input === typed.input && price.output === typed.output;
  return { upstreamName, ...(!isSuggested && { price: typed }), ...(isDefault && { isDefault }) };
}

/** A typed price as the API takes it. */
export function wirePrice(typed: string): string {
  return typed.trim().replace(/^\$/, '').replace(',', '.');
}
