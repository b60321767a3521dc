import { z } from 'zod';
import { formatNanoUsd, MAX_MARKUP, MAX_PRICE_NANO_USD, parseUsd } from '../core/money';
import {
  MAX_ADDED,
  MAX_ALIASES,
  MAX_CONTEXT_TOKENS,
  MAX_NAME_CHARACTERS,
  MAX_UPSTREAMS,
  MODEL_ABILITIES,
  MODEL_CLASSES,
  type ModelAbility,
  PRESET_IDS,
  type PresetId,
  PRICE_PATTERN,
} from './constants';

const MAX_SECRET_CHARACTERS = 4_096;
const MAX_URL_CHARACTERS = 500;
const MAX_REGION_CHARACTERS = 32;

/** The name of a provider: part of the header that reports who answered. */
export const ProviderId = z
  .string()
  .trim()
  .regex(/^[a-z][a-z0-9-]{0,31}$/, 'Must be lowercase letters, digits, and "-", beginning with a letter, at most 32');

/** An address without credentials and query. */
export const BaseUrl = z
  .string()
  .trim()
  .max(MAX_URL_CHARACTERS, `Must have at most ${MAX_URL_CHARACTERS} characters`)
  .refine(isBaseUrl, 'Must be an http or https address such as http://127.0.0.1:8000/v1');

/** A region of Amazon Bedrock. */
export const Region = z
  .string()
  .trim()
  .max(MAX_REGION_CHARACTERS, `Must have at most ${MAX_REGION_CHARACTERS} characters`)
  .regex(/^[a-z]{2,4}(-[a-z]+)+-\d$/, 'Must be a region such as us-east-1');

/** A factor on suggested prices. */
const Markup = z
  .string()
  .trim()
  .regex(/^\d{1,4}(\.\d{1,9})?$/, 'Must be a factor such as 1.2')
  .refine((text) => Number(text) > 0 && Number(text) <= MAX_MARKUP, `Must be above 0 and at most ${MAX_MARKUP}`);

/** Visible characters only: a key goes into a header. */
const Secret = z
  .string()
  .trim()
  .min(1, 'Enter the key')
  .max(MAX_SECRET_CHARACTERS, `Must have at most ${MAX_SECRET_CHARACTERS} characters`)
  .regex(/^[\x21-\x7e]+$/, 'Must have visible characters only, without spaces');

/** What a provider is called with: a key, or access keys of an AWS account. Never returned by any endpoint. */
export const Credentials = z.union([
  z.strictObject({ apiKey: Secret }),
  z.strictObject({ accessKeyId: Secret, secretAccessKey: Secret, sessionToken: Secret.optional() }),
]);
export type Credentials = z.output<typeof Credentials>;

const connection = {
  baseUrl: BaseUrl.nullable().optional(),
  region: Region.nullable().optional(),
  credentials: Credentials.nullable().optional(),
};

/** A new provider. An absent address is the preset's own; absent credentials are none. */
export const AddProvider = z.strictObject({
  id: ProviderId,
  preset: z.enum(PRESET_IDS),
  ...connection,
  markup: Markup.optional(),
});
export type AddProvider = z.output<typeof AddProvider>;

/** A change of a provider; absent members are unchanged. Null credentials remove them. */
export const ChangeProvider = z
  .strictObject({ ...connection, markup: Markup.optional(), enabled: z.boolean().optional() })
  .refine((change) => Object.keys(change).length > 0, 'Must change something');
export type ChangeProvider = z.output<typeof ChangeProvider>;

/**
 * A provider to try, before it is saved. `provider` names a connected one: what is absent is then taken from it, its
 * credentials only for the address that they were saved for.
 */
export const TryProvider = z.strictObject({
  provider: ProviderId.optional(),
  preset: z.enum(PRESET_IDS),
  ...connection,
  /** The upstream's name of the model that gets a short message; by default the cheapest that is listed. */
  upstreamModel: z.string().trim().min(1).max(300).optional(),
});
export type TryProvider = z.output<typeof TryProvider>;

/** An amount of USD per million tokens, at most nine decimals, as typed. */
const PriceText = z
  .string()
  .trim()
  .regex(PRICE_PATTERN, 'Must be an amount of USD with at most 9 decimals, such as 0.15')
  .refine(isInPriceRange, `Must be at most ${formatNanoUsd(MAX_PRICE_NANO_USD)} USD`);

const Price = z.strictObject({
  input: PriceText,
  output: PriceText,
  cacheInput: PriceText.optional(),
  cacheWrite: PriceText.optional(),
});
/** USD per million tokens, decimal text. */
export type Price = z.output<typeof Price>;

const tokens = z.int().min(1).max(MAX_CONTEXT_TOKENS);

/** The ID of a model: no colon, which starts a suffix. */
export const ServedId = z
  .string()
  .trim()
  .regex(/^[A-Za-z0-9][A-Za-z0-9._/-]{0,127}$/, 'Must be letters, digits, and . _ - /, at most 128, without ":"');

const Alias = z
  .string()
  .trim()
  .regex(/^\S{1,128}$/, 'Must be a name without spaces, at most 128 characters');

const UpstreamName = z.string().trim().min(1, 'Enter the provider’s name of the model').max(300);

const described = {
  id: ServedId,
  name: z
    .string()
    .trim()
    .min(1, 'Enter a name')
    .max(MAX_NAME_CHARACTERS, `Must have at most ${MAX_NAME_CHARACTERS} characters`),
  class: z.enum(MODEL_CLASSES),
  privacy: z.enum(['private', 'anonymized']),
  price: Price,
  contextTokens: tokens,
  maxCompletionTokens: tokens,
  abilities: z.array(z.enum(MODEL_ABILITIES)).max(MODEL_ABILITIES.length),
  aliases: z.array(Alias).max(MAX_ALIASES),
  /** Whether it answers requests that name no model, or `default`. */
  isDefault: z.boolean(),
};

/** Where a model's requests go: the first upstream answers, the next ones in this order when it cannot. */
const UpstreamsOfModel = z
  .array(z.strictObject({ provider: ProviderId, name: UpstreamName }))
  .min(1)
  .max(MAX_UPSTREAMS);

/**
 * Models of one provider to serve. What is absent is taken from its list and from the price list; one without any known
 * price is refused until it is given. While the provider cannot be listed, price, context, and abilities are required.
 */
export const AddModels = z.strictObject({
  models: z
    .array(z.strictObject({ upstreamName: UpstreamName, ...z.strictObject(described).partial().shape }))
    .min(1)
    .max(MAX_ADDED),
});
export type AddModels = z.output<typeof AddModels>;

/** A change of a model; absent members are unchanged. */
export const ChangeModel = z
  .strictObject({ ...described, upstreams: UpstreamsOfModel })
  .partial()
  .refine((change) => Object.keys(change).length > 0, 'Must change something');
export type ChangeModel = z.output<typeof ChangeModel>;

/** A stored model, except its key. */
export const StoredModel = z.object({ ...described, upstreams: UpstreamsOfModel });
export type StoredModel = z.output<typeof StoredModel>;

/** Why a provider or a model is not served, as a sentence; null if it is. */
type Problem = string | null;

/** A provider on the owner's page. */
export type ProviderView = {
  id: string;
  /** Where it was configured. Only those of the console can be changed here. */
  source: 'console' | 'service_file' | 'environment';
  /** Null for kinds that the console does not offer. */
  preset: PresetId | null;
  kind: string;
  /** Null for a vendor's own. */
  baseUrl: string | null;
  region: string | null;
  /** Whether its address is on this machine or in a private network. */
  privateAddress: boolean;
  markup: string | null;
  /** Whether credentials are stored; they are never shown. */
  hasCredentials: boolean;
  enabled: boolean;
  problem: Problem;
  /** Models that are served by it now. */
  models: number;
  updatedAt: string | null;
};

/** A connected model on the owner's page. `isDefault` is what is stored: another one may come first. */
export type ConnectedModelView = StoredModel & { key: string; problem: Problem };

/** A connected model that this version cannot read: it is not served, and can only be removed. */
export type UnreadableModel = { key: string; id: string; problem: string };

/** The model that answers requests that name none, and where it comes from. */
export type DefaultModel = { id: string; name: string; source: ProviderView['source'] | 'embedded' };

/** Everything on the tab. */
export type ProvidersView = {
  /** Whether providers can be changed, and if not, what has to be done, as a sentence. */
  editing: { possible: boolean; reason: string | null };
  /** The factor of `PRICE_MARKUP`, for new providers. */
  markup: string;
  providers: ProviderView[];
  models: ConnectedModelView[];
  unreadable: UnreadableModel[];
  /** Of all that is served, not only of what is connected; null if nothing is. */
  defaultModel: DefaultModel | null;
};

/** Where a suggested price comes from: the provider's own list, the built-in price list, the price of local models. */
export type PriceSource = 'provider' | 'price_list' | 'local';

/** A model that a provider lists. */
export type ListedModel = {
  upstreamName: string;
  /** What it would be called here; null if its name cannot be an ID. */
  id: string | null;
  name: string;
  /** With the provider's markup; null if none is known. */
  price: Price | null;
  priceSource: PriceSource | null;
  contextTokens: number | null;
  maxCompletionTokens: number | null;
  abilities: ModelAbility[];
  /** Whether it is known, or likely, to answer with text. */
  text: boolean;
  /** The models that it serves here already. */
  servedAs: string[];
};

/** The models of a provider, or why they could not be listed. */
export type ListedModels = { data: ListedModel[]; problem: Problem };

/** The result of a test call. */
export type ProviderTest = {
  ok: boolean;
  /** How many models it lists; null if it could not be listed, for the reason in `listProblem`. */
  listed: number | null;
  listProblem: Problem;
  /** The short call of a model; null if there is no model to call. */
  call: { model: string; ok: boolean; text: string; problem: Problem; firstTokenMs: number | null } | null;
  privateAddress: boolean;
};

function isBaseUrl(text: string): boolean {
  // Paths are appended to it: also an empty query or fragment would take them.
  if (!URL.canParse(text) || /[?#]/.test(text)) return false;
  const url = new URL(text);
  const isPlain = url.username === '' && url.password === '';
  return /^https?:$/.test(url.protocol) && isPlain;
}

/** Also false for what is no amount at all, which has a message of its own. */
function isInPriceRange(text: string): boolean {
  const nano = parseUsd(text);
  return nano === null || nano <= MAX_PRICE_NANO_USD;
}
