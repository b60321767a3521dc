import { isPrivateBaseUrl } from '../models/automatic/decide';
import { catalog } from '../models/catalog';
import { activeCatalogAt } from '../models/deprecation';
import { EMBEDDED_PROVIDER, type Model } from '../models/model';
import { clock } from '../platform/clock';
import { settings } from '../platform/env';
import { type Active, activeConnected, announceChange, type OtherProvider } from './active';
import { PRESETS } from './constants';
import type { ConnectedModelView, DefaultModel, ProvidersView, ProviderView } from './contract';
import { editingState } from './credentials';
import { loadConnected } from './load';
import { mergeConnected, UNREADABLE } from './merge';
import { addressOf } from './service-provider';
import { readStored, type StoredModelRow, type StoredProvider } from './stored';

/** Every provider, and every connected model, with why it is not served. Never any credentials. */
export async function viewProviders(): Promise<ProvidersView> {
  const { revision, providers, models } = await readStored();
  const { others, problems, served, chosen, fileModels } = await activeAt(revision);
  const counts = countModels(served);
  return {
    editing: editingState(),
    markup: settings().priceMarkup,
    providers: [
      ...providers.map((stored) => viewStored(stored, problems.providers.get(stored.id) ?? null, counts)),
      ...others.map((other) => viewOther(other, counts)),
    ],
    models: models.flatMap((row) => viewModel(row, problems.models.get(row.key) ?? null)),
    unreadable: models.flatMap(({ key, id, entry }) => (entry === null ? [{ key, id, problem: UNREADABLE }] : [])),
    defaultModel: chosen && { id: chosen.id, name: chosen.name, source: sourceOf(chosen, models, fileModels) },
  };
}

function sourceOf(
  { id, upstreams }: Model,
  rows: readonly StoredModelRow[],
  fileModels: ReadonlySet<string>,
): DefaultModel['source'] {
  if (fileModels.has(id)) return 'service_file';
  if (rows.some((row) => row.id === id)) return 'console';
  return upstreams.some(({ provider }) => provider === EMBEDDED_PROVIDER) ? 'embedded' : 'environment';
}

function viewStored(stored: StoredProvider, problem: string | null, counts: ReadonlyMap<string, number>): ProviderView {
  const { id, preset, baseUrl, region, markup, enabled, updatedAt, sealedCredentials } = stored;
  return {
    ...{ id, source: 'console', preset, kind: preset === null ? 'unknown' : PRESETS[preset].kind, baseUrl, region },
    privateAddress: preset !== null && isPrivateBaseUrl(addressOf({ preset, baseUrl, region })),
    ...{ markup, enabled, hasCredentials: sealedCredentials !== null, problem: enabled ? problem : null },
    models: problem === null ? (counts.get(id) ?? 0) : 0,
    updatedAt: updatedAt.toISOString(),
  };
}

function viewOther({ id, source, kind, baseUrl }: OtherProvider, counts: ReadonlyMap<string, number>): ProviderView {
  const shown = baseUrl === null ? null : withoutSecrets(baseUrl);
  return {
    ...{ id, source, preset: null, kind, baseUrl: shown, region: null, markup: null, enabled: true, problem: null },
    privateAddress: baseUrl !== null && isPrivateBaseUrl(baseUrl),
    ...{ hasCredentials: false, models: counts.get(id) ?? 0, updatedAt: null },
  };
}

/** An address of the environment may have a password, or a key in its query. */
function withoutSecrets(baseUrl: string): string {
  const { protocol, host, pathname } = new URL(baseUrl);
  return `${protocol}//${host}${pathname}`.replace(/\/+$/, '');
}

function viewModel({ key, id, entry }: StoredModelRow, problem: string | null): ConnectedModelView[] {
  return entry === null ? [] : [{ ...entry, id, key, problem }];
}

/** The models that are served, and the one of them that is the default. */
type Served = { served: Iterable<Model>; chosen: Model | null };

/**
 * What is served. The admin command serves nothing: there, it is what would be, as far as that depends on what is
 * connected alone.
 */
async function activeAt(revision: number): Promise<Omit<Active, 'revision'> & Served> {
  // Another process changed something a moment ago.
  if (activeConnected().revision < revision) await announceChange();
  const active = activeConnected();
  if (active.revision >= revision) {
    const { models, traits } = activeCatalogAt(catalog(), clock.now());
    return { ...active, served: models.values(), chosen: models.get(traits.get('text')?.get('default') ?? '') ?? null };
  }
  const { models, problems } = mergeConnected({ ...(await loadConnected()), file: null, automatic: [] });
  const chosen = models.find(({ traits }) => traits.includes('default')) ?? null;
  return { ...active, problems, served: models, chosen };
}

/** How many models each provider serves. */
function countModels(served: Iterable<Model>): Map<string, number> {
  const counts = new Map<string, number>();
  for (const { upstreams } of served) {
    for (const provider of new Set(upstreams.map((upstream) => upstream.provider))) {
      counts.set(provider, (counts.get(provider) ?? 0) + 1);
    }
  }
  return counts;
}
