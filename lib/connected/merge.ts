import { EMBEDDED_PROVIDER, type Model, type Names } from '../models/model';
import type { ServiceFile } from '../models/service-file/file';
import type { ServiceProvider } from '../models/service-file/provider';
import { processState } from '../platform/process-state';
import type { StoredModel } from './contract';
import { toServedModel } from './served-model';
import type { StoredModelRow } from './stored';

/** A connected provider, ready to be called unless there is a problem. */
export type OpenedProvider = {
  id: string;
  enabled: boolean;
  /** Null exactly if there is a problem. */
  service: ServiceProvider | null;
  /** Why it cannot be called, as a sentence. */
  problem: string | null;
};

/** What may be served of everything that is connected. */
export type ConnectedSources = {
  providers: ServiceProvider[];
  models: Model[];
  /** Alias → model id. */
  aliases: Names;
  /** Automatic providers that connected ones of the same name replace. */
  replaced: ReadonlySet<string>;
  /** Why connected providers, by id, and models, by key, are not served. */
  problems: { providers: Map<string, string>; models: Map<string, string> };
};

/** Nothing is connected. */
export const NOTHING_CONNECTED: ConnectedSources = {
  providers: [],
  models: [],
  aliases: new Map(),
  replaced: new Set(),
  problems: { providers: new Map(), models: new Map() },
};

type Inputs = {
  providers: readonly OpenedProvider[];
  models: readonly StoredModelRow[];
  file: Pick<ServiceFile, 'providers' | 'models' | 'aliases' | 'imageScreening'> | null;
  /** The names of the automatic providers. */
  automatic: readonly string[];
};

/** Why a model of a newer version is not served. */
export const UNREADABLE = 'This version cannot read it. Update Farebox, or remove it.';

const IN_FILE = 'The service file has a provider of this name, which is used instead.';
const USED_BY_FILE = 'The service file uses this name for a provider of the environment. Choose another name.';
const RESERVED = 'This name belongs to the embedded models.';
const DISABLED = 'Disabled.';

/**
 * Decides what of everything connected is served (docs/providers.md, "Precedence"): the service file comes first,
 * then what is connected, then automatic providers.
 * - A name of a provider that the service file defines, or uses, is never a connected one's. A connected one, even a
 *   disabled one, replaces the automatic one of its name.
 * - A model or an alias of the service file hides a connected model of that ID, and a connected alias of that name.
 * - The service file's default text model stays the default.
 */
export function mergeConnected({ providers, models, file, automatic }: Inputs): ConnectedSources {
  const usedByFile = providerNamesOf(file);
  const problems = { providers: new Map<string, string>(), models: new Map<string, string>() };
  const served: ServiceProvider[] = [];
  const replaced = new Set<string>();
  for (const { id, enabled, service, problem } of providers) {
    const hidden = id === EMBEDDED_PROVIDER ? RESERVED : hiddenBy(id, file, usedByFile);
    if (hidden === null && automatic.includes(id)) replaced.add(id);
    const reason = hidden ?? problem ?? (enabled ? null : DISABLED);
    if (reason !== null || service === null) problems.providers.set(id, reason ?? DISABLED);
    else served.push(service);
  }
  const callable = new Set(served.map(({ id }) => id));
  const chosen = modelsOf(models, { file, callable, problems: problems.models });
  return {
    providers: served,
    models: chosen.map(({ model }) => model),
    aliases: aliasesOf(chosen, file),
    replaced,
    problems,
  };
}

/** Why the service file hides a connected provider; null if it does not. */
function hiddenBy(id: string, file: Inputs['file'], used: ReadonlySet<string>): string | null {
  if (file?.providers.some((provider) => provider.id === id)) return IN_FILE;
  return used.has(id) ? USED_BY_FILE : null;
}

/** Every name of a provider that the service file defines or relies on. */
function providerNamesOf(file: Inputs['file']): ReadonlySet<string> {
  if (file === null) return new Set();
  const used = file.models.flatMap(({ upstreams }) => upstreams.map(({ provider }) => provider));
  const moderator = file.imageScreening?.moderation?.provider;
  return new Set([...file.providers.map(({ id }) => id), ...used, ...(moderator === undefined ? [] : [moderator])]);
}

type Chosen = { model: Model; aliases: readonly string[] };

function modelsOf(
  rows: readonly StoredModelRow[],
  { file, callable, problems }: { file: Inputs['file']; callable: ReadonlySet<string>; problems: Map<string, string> },
): Chosen[] {
  const taken = new Set([...(file?.models ?? []).map(({ id }) => id), ...(file?.aliases.keys() ?? [])]);
  let hasDefault = (file?.models ?? []).some(({ type, traits }) => type === 'text' && traits.includes('default'));
  return rows.flatMap(({ key, id, entry }) => {
    const leaveOut = (reason: string) => {
      problems.set(key, reason);
      return [];
    };
    if (entry === null) return leaveOut(UNREADABLE);
    if (taken.has(id)) return leaveOut('The service file has a model or an alias of this ID, which is used instead.');
    const upstreams = entry.upstreams.filter(({ provider }) => callable.has(provider));
    if (upstreams.length === 0) return leaveOut('None of its providers can be used now.');
    const outcome = convert(entry, { id, upstreams, isDefault: entry.isDefault && !hasDefault });
    if ('problems' in outcome) return leaveOut(outcome.problems[0]?.message ?? 'It is incomplete.');
    hasDefault ||= entry.isDefault;
    return [{ model: outcome.model, aliases: entry.aliases }];
  });
}

/** What of a stored model differs from its entry, and what it was converted to last. */
type Variant = Pick<StoredModel, 'id' | 'upstreams' | 'isDefault'>;
type Converted = { variant: string; outcome: ReturnType<typeof toServedModel> };
const conversions = () => processState('connected.conversions', () => new WeakMap<StoredModel, Converted>());

/** A stored model as it is served. With thousands of them, a change of one must not convert all of them again. */
function convert(entry: StoredModel, changes: Variant): Converted['outcome'] {
  const variant = JSON.stringify([changes.id, changes.upstreams, changes.isDefault]);
  const known = conversions().get(entry);
  if (known?.variant === variant) return known.outcome;
  const outcome = toServedModel({ ...entry, ...changes });
  conversions().set(entry, { variant, outcome });
  return outcome;
}

/** The first model to have an alias keeps it; no alias hides a model of the service file or a connected one. */
function aliasesOf(chosen: readonly Chosen[], file: Inputs['file']): Map<string, string> {
  const taken = new Set([
    ...(file?.models ?? []).map(({ id }) => id),
    ...(file?.aliases.keys() ?? []),
    ...chosen.map(({ model }) => model.id),
  ]);
  const aliases = new Map<string, string>();
  for (const { model, aliases: names } of chosen) {
    for (const name of names) if (!taken.has(name) && !aliases.has(name)) aliases.set(name, model.id);
  }
  return aliases;
}
