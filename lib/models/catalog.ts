import { log } from '../platform/log';
import { processState } from '../platform/process-state';
import { decideAutomatic, type ListedProvider, type PriceSettings } from './automatic/decide';
import { assembleAliases } from './catalog/aliases';
import { traitsOf, withDefaults } from './catalog/defaults';
import { withReplacements } from './catalog/replacements';
import { withWebSearch } from './catalog/web-search';
import { ASSUMED_ABILITIES } from './constants';
import { EMBEDDED_PROVIDER, type Catalog, type Model, type Names, type TextModel } from './model';
import type { TextPrice } from './price/text';
import type { ServiceFile } from './service-file/file';
import { DEFAULT_SYSTEM_PROMPT } from './system-prompt';

/** What the engines report about an installed embedded chat model. */
export type EmbeddedListing = {
  id: string;
  name: string;
  description: string;
  /** Where its maker describes it. */
  homepage: string;
  createdSeconds: number;
  quantization: TextModel['quantization'];
  contextTokens: number;
  maxCompletionTokens: number;
  defaultCompletionTokens: number;
  defaults: TextModel['defaults'];
  price: TextPrice;
};

/** Everything that a catalog is built from. */
export type CatalogSources = {
  serviceFile: ServiceFile | null;
  /** What owners connected, as far as the service file leaves it: models, and aliases of them. */
  connected?: { models: readonly Model[]; aliases: Names };
  /** Installed embedded models only, the preferred one first: a model without weights is not served. */
  embedded: readonly EmbeddedListing[];
  /** Embedded models that draw, edit, and enlarge images. */
  embeddedImages?: readonly Model[];
  /** The embedded model that embeds texts, if its weights are here. */
  embeddedEmbeddings?: readonly Model[];
  automatic: readonly ListedProvider[];
  settings: PriceSettings;
  /** Whether the service can search the web for its chat models; false by default. */
  webSearch?: boolean;
  /** Further messages for the operator. */
  notes?: readonly string[];
};

const NO_NAMES: Names = new Map();
const EMPTY: Catalog = { models: new Map(), aliases: new Map(), traits: new Map(), systemPrompt: '', notes: [] };

const state = () => processState<{ current: Catalog }>('models.catalog', () => ({ current: EMPTY }));

/** The catalog that is served now; empty before the first `installCatalog`. A request keeps the one it began with. */
export function catalog(): Catalog {
  return state().current;
}

/** Replaces the whole catalog and logs those of its notes that are new. */
export function installCatalog(next: Catalog): void {
  const before = new Set(state().current.notes);
  state().current = next;
  for (const note of next.notes ?? []) if (!before.has(note)) log.info({}, note);
}

/**
 * Assembles the catalog: the service file's models, the connected ones, the embedded ones, and those of automatic
 * providers, in this order; the first to serve an id keeps it. Embedded and automatic models never take an id that the
 * operator uses as an alias. Exactly one model of each type gets the trait `default`: the service file's choice, else the
 * owner's, else the first embedded one, else the first of all.
 */
export function buildCatalog(sources: CatalogSources): Catalog {
  const { serviceFile } = sources;
  const include = serviceFile?.include ?? ['embedded', 'automatic'];
  const fileModels = serviceFile?.models ?? [];
  const { models: connectedModels = [], aliases: connectedAliases = NO_NAMES } = sources.connected ?? {};
  const fileAliases = serviceFile?.aliases ?? NO_NAMES;
  const taken = new Set([...fileModels.map((model) => model.id), ...fileAliases.keys()]);
  const all: Model[] = [...fileModels];
  const notes: string[] = [...(sources.notes ?? [])];
  const upstreamNames = new Map<string, string>();

  const add = (model: Model) => {
    if (taken.has(model.id)) return;
    taken.add(model.id);
    all.push(model);
  };
  connectedModels.forEach(add);
  // Not before: its aliases give way to the models of both.
  const operatorAliases = new Map([...connectedAliases].filter(([alias]) => !taken.has(alias)));
  for (const alias of operatorAliases.keys()) taken.add(alias);
  for (const [alias, target] of fileAliases) operatorAliases.set(alias, target);
  if (include.includes('embedded')) {
    sources.embedded.map(toEmbeddedModel).forEach(add);
    sources.embeddedImages?.forEach(add);
    sources.embeddedEmbeddings?.forEach(add);
  }
  if (include.includes('automatic')) {
    for (const provider of sources.automatic) {
      const decided = decideAutomatic(provider, fileModels, taken, sources.settings);
      decided.models.forEach(add);
      for (const [name, id] of decided.names) if (!upstreamNames.has(name)) upstreamNames.set(name, id);
      notes.push(decided.line);
    }
  }

  const models = withReplacements(withDefaults(withWebSearch(all, sources.webSearch ?? false)), upstreamNames, notes);
  const traits = traitsOf(models.values());
  return {
    models,
    aliases: assembleAliases({ models, traits, operatorAliases, upstreamNames }, notes),
    traits,
    systemPrompt: serviceFile?.systemPrompt ?? DEFAULT_SYSTEM_PROMPT,
    notes,
  };
}

function toEmbeddedModel(listing: EmbeddedListing): TextModel {
  return {
    id: listing.id,
    type: 'text',
    name: listing.name,
    description: listing.description,
    createdSeconds: listing.createdSeconds,
    source: listing.homepage,
    privacy: 'private',
    class: 'XS',
    contextTokens: listing.contextTokens,
    maxCompletionTokens: listing.maxCompletionTokens,
    defaultCompletionTokens: listing.defaultCompletionTokens,
    traits: [],
    abilities: [...ASSUMED_ABILITIES],
    quantization: listing.quantization,
    defaults: listing.defaults,
    price: listing.price,
    upstreams: [{ provider: EMBEDDED_PROVIDER, model: listing.id, weight: 1 }],
    proOnly: false,
  };
}
