import type { SearchEngines } from '../../augment/contract';
import { ownDocumentOf } from './own-document';
import { ENGINES, type Engine } from './types';

const NAMES: Record<SearchEngines[Engine], string> = {
  index: 'this server’s index',
  searxng: 'SearXNG',
  brave: 'Brave Search',
  wikipedia: 'Wikipedia',
};
const ROLES: Record<Engine, string> = { brave: 'primary', google: 'secondary' };

/** Whether it makes a difference which engine searches. The local index is the same one for both. */
export function hasChoice(engines: SearchEngines | null): engines is SearchEngines {
  return engines !== null && ENGINES.some((engine) => engines[engine] !== 'index');
}

/** What a search asks, e.g. `this server’s index`. @param engine the chosen one; both without it */
export function searchedName(engines: SearchEngines, engine?: Engine): string {
  const names = engine === undefined ? ENGINES.map((one) => NAMES[engines[one]]) : [NAMES[engines[engine]]];
  return [...new Set(names)].join(' or ');
}

/** An engine's name for a list of both; of two with the same name, also its place. */
export function engineLabel(engines: SearchEngines, engine: Engine): string {
  const name = NAMES[engines[engine]];
  const label = `${name[0]?.toUpperCase() ?? ''}${name.slice(1)}`;
  return engines.brave === engines.google ? `${label} (${ROLES[engine]})` : label;
}

/**
 * Whether a page can be read for free: a file of the account, a page of this service, or a result of the local index,
 * which has its text.
 * @param foundBy the engine that has found it; null if that is not known
 */
export function isFreeToRead(url: string, foundBy: SearchEngines[Engine] | null, origin: string): boolean {
  return foundBy === 'index' || isFromHere(url, origin) || ownDocumentOf(url, origin) !== null;
}

/** Whether an address is one of this service, which reads none of its own pages like those of others. */
export function isFromHere(url: string, origin: string): boolean {
  return URL.canParse(url) && new URL(url).origin === origin;
}
