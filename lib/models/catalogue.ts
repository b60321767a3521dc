import { log } from '../platform/log';
import { processState } from '../platform/process-state';
import { decideAutomatic, type ListedProvider, type PriceSettings } from './automatic';
import { EMBEDDED_PROVIDER, type Catalogue, type TextModel } from './model';
import type { TextPrice } from './price/text';
import type { ServiceFile } from './service-file/file';

/** What the engines tell of an installed embedded chat model. */
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

/** All that a catalogue is made of. */
export type CatalogueSources = {
  serviceFile: ServiceFile | null;
  /** Installed embedded models alone: what has no weights is not served. */
  embedded: readonly EmbeddedListing[];
  automatic: readonly ListedProvider[];
  settings: PriceSettings;
};

/** Names that clients send without asking (contract 1.5a 14): they mean the default text model where nobody maps them. */
export const COMPATIBLE_NAMES = ['gpt-4o', 'gpt-4o-mini', 'gpt-3.5-turbo'];

/** The embedded model that is the default where it is installed and nobody says otherwise. */
const BETTER_EMBEDDED = 'qwen2.5-0.5b';

const EMPTY: Catalogue = { models: new Map(), aliases: new Map(), traits: new Map(), systemPrompt: '', notes: [] };

const state = () => processState<{ current: Catalogue }>('models.catalogue', () => ({ current: EMPTY }));

/** What is served now; empty before the first `installCatalogue`. A request keeps the one it began with. */
export function catalogue(): Catalogue {
  return state().current;
}

/** Puts a catalogue in place of the present one, as a whole, and logs those of its notes that are new. */
export function installCatalogue(next: Catalogue): void {
  const before = new Set(state().current.notes);
  state().current = next;
  for (const note of next.notes ?? []) if (!before.has(note)) log.info({}, note);
}

/**
 * Assembles what is served: the service file's models, the embedded ones and those of automatic providers, in this
 * order; the first to serve an id keeps it. A name that the operator uses as an alias is no id of the latter two.
 * Exactly one text model gets the trait `default`: the service file's choice, else the better embedded one, else any
 * embedded one, else the first of all.
 */
export function buildCatalogue(sources: CatalogueSources): Catalogue {
  const { serviceFile } = sources;
  const include = serviceFile?.include ?? ['embedded', 'automatic'];
  const fileModels = serviceFile?.models ?? [];
  const operatorAliases = serviceFile?.aliases ?? new Map<string, string>();
  const taken = new Set([...fileModels.map((model) => model.id), ...operatorAliases.keys()]);
  const all = [...fileModels];
  const notes: string[] = [];
  const upstreamNames = new Map<string, string>();

  const add = (model: TextModel) => {
    if (taken.has(model.id)) return;
    taken.add(model.id);
    all.push(model);
  };
  if (include.includes('embedded')) sources.embedded.map(toEmbeddedModel).forEach(add);
  if (include.includes('automatic')) {
    for (const provider of sources.automatic) {
      const decided = decideAutomatic(provider, fileModels, taken, sources.settings);
      decided.models.forEach(add);
      for (const [name, id] of decided.names) if (!upstreamNames.has(name)) upstreamNames.set(name, id);
      notes.push(decided.line);
    }
  }

  const models = withReplacements(withDefault(all), upstreamNames, notes);
  return {
    models,
    aliases: assembleAliases(models, operatorAliases, upstreamNames, notes),
    traits: new Map([...models.values()].flatMap((model) => model.traits.map((trait) => [trait, model.id] as const))),
    systemPrompt: serviceFile?.systemPrompt ?? '',
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
    abilities: [],
    quantization: listing.quantization,
    defaults: listing.defaults,
    price: listing.price,
    upstreams: [{ provider: EMBEDDED_PROVIDER, model: listing.id, weight: 1 }],
    proOnly: false,
  };
}

/**
 * Which of some models is the default: the one with that trait, else the better embedded one, else any embedded one,
 * else the first; undefined where there is none.
 */
export function chooseDefault(models: readonly TextModel[]): TextModel | undefined {
  // A model that the operator merely added must not take over: its upstream may be away.
  return (
    models.find((model) => model.traits.includes('default')) ??
    models.find((model) => model.id === BETTER_EMBEDDED) ??
    models.find((model) => model.upstreams.some(({ provider }) => provider === EMBEDDED_PROVIDER)) ??
    models[0]
  );
}

/** The models by id, exactly one of them with the trait `default` (none where there is no model). */
function withDefault(all: readonly TextModel[]): Map<string, TextModel> {
  const chosen = chooseDefault(all);
  return new Map(
    all.map((model) => {
      const others = model.traits.filter((trait) => trait !== 'default');
      return [model.id, { ...model, traits: model === chosen ? ['default', ...others] : others }];
    }),
  );
}

/** The models with replacements that are served; one that is not is left out with a note, as an alias is. */
function withReplacements(
  models: ReadonlyMap<string, TextModel>,
  upstreamNames: ReadonlyMap<string, string>,
  notes: string[],
): Map<string, TextModel> {
  return new Map(
    [...models].map(([id, model]) => {
      const wanted = model.deprecation?.replacement;
      if (model.deprecation === undefined || wanted === undefined) return [id, model];
      const replacement = models.has(wanted) ? wanted : upstreamNames.get(wanted);
      if (replacement === undefined) notes.push(`the replacement of ${id} is left out: no model "${wanted}" is served`);
      const autoRemap = model.deprecation.autoRemap && replacement !== undefined;
      return [id, { ...model, deprecation: { ...model.deprecation, autoRemap, replacement } }];
    }),
  );
}

/** Foreign names: the operator's first, then upstreams' own names, then those that clients send without asking. */
function assembleAliases(
  models: ReadonlyMap<string, TextModel>,
  operatorAliases: ReadonlyMap<string, string>,
  upstreamNames: ReadonlyMap<string, string>,
  notes: string[],
): Map<string, string> {
  const aliases = new Map<string, string>();
  for (const [alias, target] of operatorAliases) {
    const id = models.has(target) ? target : upstreamNames.get(target);
    if (id === undefined) notes.push(`the alias ${alias} is left out: no model "${target}" is served`);
    else aliases.set(alias, id);
  }
  for (const [name, id] of upstreamNames) if (!models.has(name) && !aliases.has(name)) aliases.set(name, id);
  const usual = [...models.values()].find((model) => model.traits.includes('default'));
  for (const name of COMPATIBLE_NAMES) {
    if (usual && !models.has(name) && !aliases.has(name)) aliases.set(name, usual.id);
  }
  return aliases;
}
