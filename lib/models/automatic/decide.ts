import { isAddress, isPublicAddress } from '../../platform/network/public-address';
import type { UpstreamModel } from '../../providers/spec';
import { ASSUMED_ABILITIES, ASSUMED_CONTEXT_TOKENS } from '../constants';
import type { Model, TextModel } from '../model';
import { type Ability, MAX_DEFAULT_COMPLETION_TOKENS, OPENAI_SAMPLING } from '../text-metadata';
import { parsePricePerToken } from '../price/amount';
import { findKnownModel, type KnownModel } from './price-list';
import { markUp, parsePricePair, type TextPrice } from '../price/text';
import { MODEL_ID } from '../service-file/entry/base';
import { ABILITIES } from '../values';

/** The name of each automatic provider and the variable that enables it. */
export const AUTOMATIC_PROVIDERS: Record<string, string> = {
  openai: 'OPENAI_API_KEY',
  ollama: 'OLLAMA_HOST',
  upstream: 'UPSTREAM_BASE_URL',
};

/** An automatic provider and its listed models. */
export type ListedProvider = {
  /** A key of `AUTOMATIC_PROVIDERS`. */
  id: string;
  baseUrl: string;
  models: readonly UpstreamModel[];
  /** Why the list could not be read; `models` is then the last list that was read, or empty. */
  failure?: string;
};

/** The settings that decide prices of automatic models. */
export type PriceSettings = {
  /** Factor on the prices that an upstream lists, decimal text. */
  priceMarkup: string;
  /** `input/output` in USD per million tokens, for `UPSTREAM_BASE_URL` only. */
  upstreamPrice?: string | undefined;
};

/** What an automatic provider adds to the catalog. */
export type AutomaticModels = {
  models: TextModel[];
  /** The upstream's own names that are not model ids (`llama3:8b`) → the id served (`llama3-8b`). */
  names: Map<string, string>;
  /** Listed models without a price that may be text models: candidates for the service file. */
  unpriced: UpstreamModel[];
  /** One line for the operator. */
  line: string;
};

/** 0.05 and 0.10 USD per million tokens: the price of embedded models too. */
export const LOCAL_PRICE: TextPrice = { inputNanoUsd: 50_000_000n, outputNanoUsd: 100_000_000n };

/** Model kinds that mean text output. Any other kind (`image`, `text+image`, `embeddings`) is not a text model. */
const TEXT_KINDS = new Set(['text', 'chat', 'language', 'llm', 'vlm', 'code', 'completion', 'text-generation']);
/** Kinds that say nothing about the output: Anthropic lists every model with one of them. */
const EMPTY_KINDS = new Set(['model', '']);

/** Names of models that are not text models, for upstreams that do not report a kind. */
const OTHER_THAN_TEXT =
  /embed|rerank|whisper|transcri|moderation|dall-e|diffusion|sdxl|minilm|realtime|(^|[^a-z])(bge|e5|gte|tts|flux|sora|clip|kokoro|parakeet|image|audio|video|speech|ocr)([^a-z]|$)/i;

/**
 * Decides what an automatic provider serves. The price is the first match of: the service file (its model then replaces
 * the listed one); the upstream's own `pricing` × `PRICE_MARKUP`; the dated list; `UPSTREAM_PRICE`; for Ollama and
 * private addresses the price of embedded models. Models without a price, or not known to be text models, are left out.
 * @param fileModels models of the service file
 * @param taken names that are already served; the first to serve a name keeps it
 */
export function decideAutomatic(
  provider: ListedProvider,
  fileModels: readonly Model[],
  taken: ReadonlySet<string>,
  settings: PriceSettings,
): AutomaticModels {
  const result = { models: [] as TextModel[], names: new Map<string, string>(), unpriced: [] as UpstreamModel[] };
  const own = new Set<string>();
  const inFile = namedInFile(fileModels, provider.id);
  const counts = { inFile: 0, withoutPrice: 0, notText: 0, repeated: 0, unnameable: 0 };
  for (const listed of provider.models) {
    const id = servedId(listed.id);
    if (inFile.has(listed.id)) {
      counts.inFile += 1;
      continue;
    }
    const known = findKnownModel(listed.id, new URL(provider.baseUrl).hostname);
    const price = priceOf(listed, known, provider, settings);
    const text = isText(listed, known);
    if (price === null) {
      counts.withoutPrice += 1;
      if (text) result.unpriced.push(listed);
    } else if (!text) counts.notText += 1;
    else if (id === null) counts.unnameable += 1;
    else if (taken.has(id) || own.has(id)) counts.repeated += 1;
    else {
      own.add(id);
      result.models.push(toModel(id, listed, known, price, provider));
      if (id !== listed.id && !listed.id.startsWith('/')) result.names.set(listed.id, id);
    }
  }
  return { ...result, line: lineOf(provider, result.models.length + counts.inFile, counts) };
}

/** Whether a base address is on this machine or in a private network, judging by its text alone. */
export function isPrivateBaseUrl(baseUrl: string): boolean {
  // A name may end with the dot of the root.
  const hostname = new URL(baseUrl).hostname.replace(/\.$/, '');
  if (isAddress(hostname)) return !isPublicAddress(hostname);
  return !hostname.includes('.') || /\.(localhost|local|internal|lan|home\.arpa)$/.test(hostname);
}

/** A provider's models that the service file already serves under its own ids. */
function namedInFile(fileModels: readonly Model[], provider: string): Set<string> {
  const upstreams = fileModels.flatMap((model) => model.upstreams);
  return new Set(upstreams.filter((upstream) => upstream.provider === provider).map((upstream) => upstream.model));
}

function priceOf(
  listed: UpstreamModel,
  known: KnownModel | null,
  provider: ListedProvider,
  settings: PriceSettings,
): TextPrice | null {
  const pricing = pricingOf(listed);
  if (pricing) return markUp(pricing, settings.priceMarkup);
  if (known) return known.price;
  if (provider.id === 'upstream' && settings.upstreamPrice) return parsePricePair(settings.upstreamPrice);
  return provider.id === 'ollama' || isPrivateBaseUrl(provider.baseUrl) ? LOCAL_PRICE : null;
}

export function pricingOf(listed: UpstreamModel): TextPrice | null {
  if (!listed.pricing) return null;
  const inputNanoUsd = parsePricePerToken(listed.pricing.prompt);
  const outputNanoUsd = parsePricePerToken(listed.pricing.completion);
  if (inputNanoUsd === null || outputNanoUsd === null) return null;
  const cacheInputNanoUsd = parsePricePerToken(listed.pricing.cacheRead ?? '');
  return { inputNanoUsd, outputNanoUsd, ...(cacheInputNanoUsd === null ? {} : { cacheInputNanoUsd }) };
}

export function isText(listed: UpstreamModel, known: KnownModel | null): boolean {
  const kind = listed.kind?.toLowerCase() ?? '';
  // OpenRouter's older layout has input and output in one string: `text+image->text`.
  const output = kind.split('->').at(-1) ?? '';
  if (!EMPTY_KINDS.has(output)) return output.split(/[+,\s]+/).every((modality) => TEXT_KINDS.has(modality));
  return known !== null || !OTHER_THAN_TEXT.test(listed.id);
}

/**
 * An upstream's name as a model id, which must fit in headers: characters that an id cannot have (a colon starts a
 * suffix: docs/api-rules.md, "Model suffixes") become dashes. Of a path (llama.cpp lists its file) only the last
 * segment is used.
 * @returns null if nothing of the name would be left, or if it is too long
 */
export function servedId(upstreamName: string): string | null {
  const name = upstreamName.startsWith('/') ? (upstreamName.split('/').at(-1) ?? '') : upstreamName;
  const id = name
    .replace(/^models\//, '')
    .replace(/^[^A-Za-z0-9]+/, '')
    .replace(/[^A-Za-z0-9._/-]+/g, '-');
  return MODEL_ID.test(id) ? id : null;
}

/** The display name: the upstream's own if it is printable text. */
export function shownName(listed: UpstreamModel, id: string): string {
  const isText = listed.name !== undefined && !/\p{C}/u.test(listed.name);
  return isText && listed.name && listed.name !== listed.id ? listed.name : id;
}

function toModel(
  id: string,
  listed: UpstreamModel,
  known: KnownModel | null,
  price: TextPrice,
  provider: ListedProvider,
): TextModel {
  const knownTokens = smallest(listed.contextTokens, known?.contextTokens);
  const contextTokens = knownTokens ?? ASSUMED_CONTEXT_TOKENS;
  const maxCompletionTokens =
    smallest(listed.maxCompletionTokens ?? known?.maxCompletionTokens, contextTokens) ?? contextTokens;
  return {
    id,
    type: 'text',
    name: shownName(listed, id),
    description: '',
    createdSeconds: listed.createdSeconds ?? 0,
    source: '',
    privacy: isPrivateBaseUrl(provider.baseUrl) ? 'private' : 'anonymized',
    class: 'XS',
    contextTokens,
    ...(knownTokens === undefined && { contextAssumed: true as const }),
    maxCompletionTokens,
    defaultCompletionTokens: Math.min(maxCompletionTokens, MAX_DEFAULT_COMPLETION_TOKENS),
    traits: [],
    abilities: abilitiesOf(listed) ?? known?.abilities ?? [...ASSUMED_ABILITIES],
    quantization: 'not-available',
    defaults: OPENAI_SAMPLING,
    price,
    upstreams: [{ provider: provider.id, model: listed.id, weight: 1 }],
    proOnly: false,
  };
}

/** The abilities that the upstream reports; undefined if it reports none. */
export function abilitiesOf({ abilities }: UpstreamModel): Ability[] | undefined {
  return abilities && ABILITIES.filter((ability) => abilities.includes(ability));
}

export function smallest(...numbers: (number | undefined)[]): number | undefined {
  const given = numbers.filter((number) => number !== undefined);
  return given.length === 0 ? undefined : Math.min(...given);
}

function lineOf(
  provider: ListedProvider,
  served: number,
  counts: { withoutPrice: number; notText: number; repeated: number; unnameable: number },
): string {
  const parts = [
    `${provider.models.length} listed`,
    `${served} served`,
    ...(counts.notText > 0 ? [`${counts.notText} not known to be text`] : []),
    ...(counts.repeated > 0 ? [`${counts.repeated} under names already taken`] : []),
    ...(counts.unnameable > 0 ? [`${counts.unnameable} with names that are not model ids`] : []),
    ...(counts.withoutPrice > 0
      ? [`${counts.withoutPrice} without a price; \`npm run -s admin -- service init\` writes a file to fill in`]
      : []),
  ];
  const failure = provider.failure ? `could not list its models (${provider.failure}); ` : '';
  return `${provider.id}: ${failure}${parts.join(', ')}`;
}
