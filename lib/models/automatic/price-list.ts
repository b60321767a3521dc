import type { Ability } from '../text-metadata';
import { parsePrice } from '../price/amount';
import type { TextPrice } from '../price/text';
import list from './prices.json' with { type: 'json' };

/** What the dated list has on a vendor's text model. */
export type KnownModel = {
  price: TextPrice;
  /** If a vendor's price rises above a prompt size, only that size, so that the listed price holds for every prompt. */
  contextTokens?: number;
  maxCompletionTokens?: number;
  abilities: Ability[];
};

/** An entry of `prices.json`: decimal strings, USD per million tokens; `can` has one letter per ability. */
type ListedPrice = {
  input: string;
  output: string;
  cacheInput?: string;
  cacheWrite?: string;
  context?: number;
  completion?: number;
  can?: string;
};

const VENDORS: { hosts: string[]; models: Record<string, ListedPrice | undefined> }[] = Object.values(list.vendors);

/**
 * The vendors' vision models accept several images, and their reasoning models accept an effort, with few exceptions.
 */
const ABILITIES: Record<string, Ability[]> = {
  t: ['tools'],
  s: ['schema'],
  v: ['vision', 'multiple_images'],
  r: ['reasoning', 'reasoning_effort'],
};

/** Not in the list, but assumed: a model that lacks it refuses the request itself. */
const ASSUMED: readonly Ability[] = ['logprobs'];

/** Google's own listing has this before each id. */
const LISTING_PREFIX = 'models/';

/**
 * Looks a model up in the dated list of known vendors' text models, by its exact id.
 * @param host of the upstream's base address: on a vendor's own host only that vendor's list is used; any other host
 *   may resell any vendor's models, so the most expensive entry of that id is used
 */
export function findKnownModel(modelId: string, host: string): KnownModel | null {
  const id = modelId.startsWith(LISTING_PREFIX) ? modelId.slice(LISTING_PREFIX.length) : modelId;
  const own = VENDORS.filter((vendor) => vendor.hosts.includes(host));
  const found = (own.length > 0 ? own : VENDORS).flatMap((vendor) =>
    Object.hasOwn(vendor.models, id) ? [vendor.models[id]] : [],
  );
  const known = found.flatMap((entry) => (entry ? [toKnownModel(entry)] : []));
  return known.reduce<KnownModel | null>((best, model) => (best && isDearer(best, model) ? best : model), null);
}

function toKnownModel(entry: ListedPrice): KnownModel {
  const cacheInputNanoUsd = optionalPrice(entry.cacheInput);
  const cacheWriteNanoUsd = optionalPrice(entry.cacheWrite);
  return {
    price: {
      inputNanoUsd: requiredPrice(entry.input),
      outputNanoUsd: requiredPrice(entry.output),
      ...(cacheInputNanoUsd === undefined ? {} : { cacheInputNanoUsd }),
      ...(cacheWriteNanoUsd === undefined ? {} : { cacheWriteNanoUsd }),
    },
    ...(entry.context === undefined ? {} : { contextTokens: entry.context }),
    ...(entry.completion === undefined ? {} : { maxCompletionTokens: entry.completion }),
    abilities: [...[...(entry.can ?? '')].flatMap((letter) => ABILITIES[letter] ?? []), ...ASSUMED],
  };
}

function requiredPrice(text: string): bigint {
  const price = parsePrice(text);
  if (price === null) throw new Error(`prices.json: "${text}" is not a price`);
  return price;
}

function optionalPrice(text: string | undefined): bigint | undefined {
  return text === undefined ? undefined : requiredPrice(text);
}

function isDearer(left: KnownModel, right: KnownModel): boolean {
  const sum = ({ price }: KnownModel) => price.inputNanoUsd + price.outputNanoUsd;
  return sum(left) >= sum(right);
}
