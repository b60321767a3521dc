import type { UpstreamModel } from '../../providers/spec';
import { markUp, type TextPrice } from '../price/text';
import { ASSUMED_ABILITIES } from '../constants';
import type { Ability } from '../text-metadata';
import { abilitiesOf, isPrivateBaseUrl, isText, LOCAL_PRICE, pricingOf, servedId, shownName, smallest } from './decide';
import { findKnownModel, type KnownModel } from './price-list';

/** What is known of a listed model, for an owner who may serve it. */
export type Suggestion = {
  upstreamName: string;
  /** A model ID made of its name; null if nothing of it can be one. */
  id: string | null;
  name: string;
  /** With the markup; null if none is known. */
  price: TextPrice | null;
  priceSource: 'provider' | 'price_list' | 'local' | null;
  contextTokens: number | null;
  maxCompletionTokens: number | null;
  abilities: Ability[];
  /** Whether it is known, or likely, to answer with text. */
  text: boolean;
};

/**
 * Suggests how to serve a listed model. The price is what the provider lists, else that of the built-in price list, both
 * times the markup; for servers on private addresses the price of embedded models.
 * @param address of the provider: its own vendor's list is used on a vendor's host
 * @param markup decimal factor
 */
export function suggestModel(listed: UpstreamModel, address: string, markup: string): Suggestion {
  const known = findKnownModel(listed.id, new URL(address).hostname);
  const pricing = pricingOf(listed);
  const id = servedId(listed.id);
  const contextTokens = smallest(listed.contextTokens, known?.contextTokens) ?? null;
  const maxCompletionTokens =
    smallest(listed.maxCompletionTokens ?? known?.maxCompletionTokens, contextTokens ?? undefined) ?? null;
  return {
    ...{ upstreamName: listed.id, id, name: shownName(listed, id ?? listed.id) },
    ...priceOf(pricing, known, address, markup),
    ...{ contextTokens, maxCompletionTokens, text: isText(listed, known) },
    abilities: abilitiesOf(listed) ?? known?.abilities ?? [...ASSUMED_ABILITIES],
  };
}

function priceOf(
  pricing: TextPrice | null,
  known: KnownModel | null,
  address: string,
  markup: string,
): Pick<Suggestion, 'price' | 'priceSource'> {
  if (pricing) return { price: markUp(pricing, markup), priceSource: 'provider' };
  if (known) return { price: markUp(known.price, markup), priceSource: 'price_list' };
  if (isPrivateBaseUrl(address)) return { price: LOCAL_PRICE, priceSource: 'local' };
  return { price: null, priceSource: null };
}
