import type { ServiceFile } from '../../models/service-file/file';
import type { SearchEngineLayout } from '../../models/service-file/layout/search';
import { log } from '../../platform/log';
import { processState } from '../../platform/process-state';
import type { WebResult } from '../web-result';
import { cleanResults } from './clean-results';
import { makeBrave } from './engines/brave';
import { localIndex } from './engines/local-index';
import { makeSearxng } from './engines/searxng';
import { makeWikipedia } from './engines/wikipedia';
import type { SearchEngine } from './search-engine';

/** What `search_provider` may be; the first one is the default. */
type SearchProvider = keyof NonNullable<ServiceFile['search']>;

/** A search of the web for an account. */
export type WebSearch = {
  /** 1 to 400 characters. It is neither stored nor logged, here or below. */
  query: string;
  /** 1 to 20. */
  limit: number;
  /** `brave` if absent. */
  provider?: SearchProvider;
  accountId: string;
  /** Whose own documents it may find besides everybody's; null for nobody's. */
  ownerId: string | null;
  /** Called if the local index ranked by words alone, because its embedder failed. */
  onWordsOnly?: () => void;
};

const slot = () =>
  processState<{ engines: Record<SearchProvider, SearchEngine> }>('web.engines', () => ({
    engines: { brave: localIndex, google: localIndex },
  }));

/**
 * Searches with the engine that the operator has chosen for the provider; the local index, if none was.
 * @returns clean results, the best first, at most `limit`
 * @throws ApiError MODEL_OFFLINE (503) or INFERENCE_FAILED (500) if the engine fails; NOT_READY (503)
 */
export async function searchWeb(
  { query, provider = 'brave', ...search }: WebSearch,
  signal?: AbortSignal,
): Promise<WebResult[]> {
  const results = await slot().engines[provider].search({ text: query, ...search }, signal);
  return cleanResults(results, search.limit);
}

/**
 * Sets the engines as the service file names them. What an engine of others keeps of queries is logged, once for each
 * change, so that the operator knows it.
 */
export function installSearchEngines(search: ServiceFile['search']): void {
  const before = slot().engines;
  const { brave, google } = search ?? {};
  const engines = { brave: engineOf(brave), google: engineOf(google) };
  slot().engines = engines;
  for (const provider of ['brave', 'google'] as const) {
    const { name, keeps } = engines[provider];
    if (name !== before[provider].name)
      log.info({ provider, engine: name, keeps }, 'searches of the web have an engine');
  }
}

/** The names of the engines that search for each provider. */
export function engineNames(): Record<SearchProvider, SearchEngine['name']> {
  const { brave, google } = slot().engines;
  return { brave: brave.name, google: google.name };
}

function engineOf(layout: SearchEngineLayout | undefined): SearchEngine {
  switch (layout?.engine) {
    case undefined:
    case 'index':
      return localIndex;
    case 'searxng': {
      const { base_url: baseUrl, engines, language } = layout;
      return makeSearxng({ baseUrl, engines, language });
    }
    case 'brave':
      return makeBrave({ baseUrl: layout.base_url, apiKey: layout.api_key });
    case 'wikipedia': {
      const { language, base_url: mirror, answers_url: answersUrl } = layout;
      return makeWikipedia({ baseUrl: mirror ?? `https://${language}.wikipedia.org`, answersUrl });
    }
  }
}
