import { setImmediate as nextTurn } from 'node:timers/promises';
import { installedChatModels } from '../engines/chat';
import type { EmbeddedChatModel } from '../engines/chat-types';
import { embeddingModelPath } from '../engines/embed/embedding-model';
import { localModels } from '../engines/local-models';
import type { ListedProvider } from '../models/automatic/decide';
import { installImageScreening } from '../image/finish/screening';
import { installLimitOverrides } from '../limits/class-limits';
import { buildCatalog, installCatalog } from '../models/catalog';
import { EMBEDDED_EMBEDDER } from '../models/catalog/embedded-embedder';
import { embeddedImageModels } from '../models/catalog/embedded-images';
import type { ServiceFile } from '../models/service-file/file';
import { readServiceFile } from '../models/service-file';
import { installActive, type OtherProvider } from '../connected/active';
import { type Loaded, loadConnected as readConnected, NOTHING_LOADED } from '../connected/load';
import { type ConnectedSources, mergeConnected } from '../connected/merge';
import { localProvider } from '../providers/local/chat';
import { makeProvider } from '../providers/make-provider';
import { makeOpenAiCompatible } from '../providers/openai-compatible/provider';
import { installProviders } from '../providers/registry';
import { dropBreakersOf, keepUsageOf } from '../providers/routing/breakers';
import type { Provider } from '../providers/spec';
import { environment, settings, type Settings } from '../platform/env';
import { log } from '../platform/log';
import { processState } from '../platform/process-state';
import { installSearchEngines } from '../web/search/search-web';
import { webAccess } from '../web/access';
import { servableModels } from './servable-models';

/** How long listing an upstream's models may take. */
const LIST_MS = 10_000;
/** How long startup waits for the lists; a slow upstream's models are added to the catalog when they arrive. */
const LIST_WAIT_MS = 1_500;

type Automatic = { id: string; baseUrl: string; apiKey?: string };
type State = {
  file: ServiceFile | null;
  lists: Map<string, ListedProvider>;
  connected: Loaded;
  /** The connected providers that are installed, as text, to see which have changed. */
  installed: ReadonlyMap<string, string>;
  /** Reads of what is connected, one after the other: an older one must not replace a newer one. */
  reading: Promise<void>;
};

const state = () =>
  processState<State>('boot.catalog', () => ({
    file: null,
    lists: new Map(),
    connected: NOTHING_LOADED,
    installed: new Map(),
    reading: Promise.resolve(),
  }));

/**
 * Reads the operator's service file.
 * @returns null if none is set
 * @throws Error with one line per problem; with `LOCAL_CHAINS`, for a file with providers
 */
export async function readOperatorFile({
  serviceFile,
  localChains,
}: Pick<Settings, 'serviceFile' | 'localChains'>): Promise<ServiceFile | null> {
  if (serviceFile === undefined) return null;
  const file = await readServiceFile(serviceFile, environment());
  if (!localChains || file.providers.length === 0) return file;
  const names = file.providers.map(({ id }) => id).join(', ');
  throw new Error(
    `LOCAL_CHAINS=1 serves embedded models only: remove the providers (${names}) from the service file ${serviceFile}, or set another SERVICE_FILE.`,
  );
}

/**
 * Installs providers and catalog from a service file, what owners connected, the installed embedded models, and the
 * automatic lists. Replaces
 * both together, so that no request sees a new model with an old provider. If they cannot be built, the old ones stay.
 */
export async function assembleCatalog(file: ServiceFile | null): Promise<void> {
  const lists = listAutomatic().then(() => true);
  const timeout = new Promise<boolean>((resolve) => setTimeout(() => resolve(false), LIST_WAIT_MS).unref());
  const complete = await Promise.race([lists, timeout]);
  install(file);
  if (!complete) addLateLists(lists);
}

/** Reads what owners have connected; it is served from the next `assembleCatalog` on. */
export function loadConnected(): Promise<void> {
  return afterEarlierReads(async () => {
    state().connected = await readConnected();
  });
}

/** Reads what owners have connected, and serves it with everything else as it is. Requests keep what they began with. */
export function reloadConnected(): Promise<void> {
  return afterEarlierReads(async () => {
    state().connected = await readConnected();
    // With thousands of models, reading and installing take some 50 ms each.
    await nextTurn();
    install(state().file);
  });
}

function afterEarlierReads(read: () => Promise<void>): Promise<void> {
  const held = state();
  const next = held.reading.then(read);
  // A failed read must not stop the next one.
  held.reading = next.catch(() => undefined);
  return next;
}

/** Serves the models that the engine has by now, with everything else as it is. */
export function serveInstalled(): void {
  install(state().file);
}

/** Reads the automatic providers' lists again; a list that cannot be read keeps its previous models. */
export async function refreshAutomatic(): Promise<void> {
  const listed = await listAutomatic();
  if (listed.length > 0) install(state().file);
}

/**
 * The current models of the automatic providers, in the order of the settings; `failure` is set if a list could not be
 * read.
 */
export async function listAutomatic(): Promise<ListedProvider[]> {
  const upstreams = automaticOf(settings());
  await Promise.all(upstreams.map(listOne));
  return upstreams.flatMap(({ id }) => state().lists.get(id) ?? []);
}

/** Adds the models of a slow upstream when its list arrives, with the service file that is active by then. */
function addLateLists(lists: Promise<unknown>): void {
  lists
    .then(() => install(state().file))
    .catch((error: unknown) => log.error({ err: error }, 'a late model list could not be added to the catalog'));
}

async function listOne({ id, baseUrl, apiKey }: Automatic): Promise<void> {
  const provider = makeOpenAiCompatible({ id, baseUrl, apiKey });
  const { lists } = state();
  try {
    const models = (await provider.listModels?.(AbortSignal.timeout(LIST_MS))) ?? [];
    lists.set(id, { id, baseUrl, models });
  } catch (thrown) {
    const failure = thrown instanceof Error ? thrown.message : 'no answer';
    lists.set(id, { id, baseUrl, models: lists.get(id)?.models ?? [], failure });
  }
}

/** Builds both before it installs either, so that an error changes nothing. */
function install(file: ServiceFile | null): void {
  const current = settings();
  const { priceMarkup, upstreamPrice } = current;
  const { providers: stored, models: storedModels, revision } = state().connected;
  const allAutomatic = automaticOf(current);
  const connected = mergeConnected({
    ...{ providers: stored, models: storedModels, file },
    automatic: allAutomatic.map(({ id }) => id),
  });
  const automatic = allAutomatic.filter(({ id }) => !connected.replaced.has(id));
  const providers = providersOf(file, connected, automatic);
  const { models, notes } = servableModels(file?.models ?? [], providers);
  const catalog = buildCatalog({
    serviceFile: file && { ...file, models },
    connected,
    embedded: readyFirst(installedChatModels()),
    embeddedImages: embeddedImageModels(localProvider),
    embeddedEmbeddings: embeddingModelPath() === null ? [] : [EMBEDDED_EMBEDDER],
    notes,
    // In the order of the settings, not of arrival: the first to serve a name keeps it.
    automatic: automatic.flatMap(({ id }) => state().lists.get(id) ?? []),
    settings: { priceMarkup, upstreamPrice },
    webSearch: webAccess().search !== undefined,
  });
  installProviders(providers);
  installCatalog(catalog);
  installLimitOverrides({ tiers: file?.tiers ?? new Map(), accounts: file?.accounts ?? new Map() });
  installImageScreening(file?.imageScreening ?? null);
  installSearchEngines(file?.search);
  installActive({
    ...{ revision, problems: connected.problems, others: othersOf(file, automatic) },
    fileModels: new Set(file?.models.map(({ id }) => id)),
  });
  forgetChanged(connected);
  keepUsageOf(new Set(stored.map(({ id }) => id)));
  state().file = file;
}

function providersOf(file: ServiceFile | null, connected: ConnectedSources, automatic: Automatic[]): Provider[] {
  const configured = [...connected.providers, ...(file?.providers ?? [])];
  return [localProvider, ...automatic.map(makeOpenAiCompatible), ...configured.map(makeProvider)];
}

/** The providers beside the connected ones, for the owner's page. */
function othersOf(file: ServiceFile | null, automatic: Automatic[]): OtherProvider[] {
  return [
    ...(file?.providers ?? []).map(({ id, kind, baseUrl }) => ({
      ...{ id, kind, source: 'service_file' as const, baseUrl: baseUrl ?? null },
    })),
    ...automatic.map(({ id, baseUrl }) => ({
      ...{ id, kind: 'openai-compatible', source: 'environment' as const, baseUrl },
    })),
  ];
}

/** A provider with another address or key is tried at once, however its upstreams did before. */
function forgetChanged({ providers }: ConnectedSources): void {
  const { installed: before } = state();
  const installed = new Map(providers.map((provider) => [provider.id, JSON.stringify(provider)]));
  const changed = [...installed].filter(([id, text]) => before.has(id) && before.get(id) !== text);
  if (changed.length > 0) dropBreakersOf(new Set(changed.map(([id]) => id)));
  state().installed = installed;
}

function automaticOf(current: Settings): Automatic[] {
  const { openaiApiKey, ollamaHost, upstreamBaseUrl, upstreamApiKey } = current;
  return [
    ...(openaiApiKey ? [{ id: 'openai', baseUrl: 'https://api.openai.com/v1', apiKey: openaiApiKey }] : []),
    ...(ollamaHost ? [{ id: 'ollama', baseUrl: `${ollamaHost}/v1` }] : []),
    ...(upstreamBaseUrl ? [{ id: 'upstream', baseUrl: upstreamBaseUrl, apiKey: upstreamApiKey }] : []),
  ];
}

/** The embedded models that answer before those that are still being loaded, each in order of preference. */
function readyFirst(models: readonly EmbeddedChatModel[]): EmbeddedChatModel[] {
  const isReady = ({ id }: EmbeddedChatModel) => localModels().get(id)?.state === 'ready';
  return [...models.filter(isReady), ...models.filter((model) => !isReady(model))];
}
