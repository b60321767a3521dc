import { boundedCache, type BoundedCache } from '../../accounts/bounded-cache';
import { SECOND_MS } from '../../core/time';
import { processState } from '../../platform/process-state';

/** The part of a character that a chat needs. */
export type KnownPrompt = {
  id: string;
  slug: string;
  ownerId: string | null;
  prompt: string;
  replacesServicePrompt: boolean;
  webEnabled: boolean;
  /** Whether everybody may chat with it, or only its owner. */
  open: boolean;
};

/** Prompts have up to 20,000 characters each: about 20 MB at worst. */
const MAX_PROMPTS = 500;
const MAX_UNKNOWN = 5_000;
/** Another process may edit a character: nothing is cached for longer. */
const LIFE_MS = 2 * SECOND_MS;

type State = {
  prompts: BoundedCache<KnownPrompt>;
  /** Names of no character. Kept apart, so that guessing never evicts real ones. */
  unknown: BoundedCache<true>;
  /** Increases with every edit: a read that began before it is not cached. */
  generation: number;
};

const state = () =>
  processState<State>('characters.prompts', () => ({
    prompts: boundedCache(MAX_PROMPTS),
    unknown: boundedCache(MAX_UNKNOWN),
    generation: 0,
  }));

/** The character of a name, read at most once in two seconds; null if there is none. */
export async function knownPrompt(name: string, read: () => Promise<KnownPrompt | null>): Promise<KnownPrompt | null> {
  const known = state();
  const remembered = known.prompts.get(name) ?? (known.unknown.get(name) ? null : undefined);
  if (remembered !== undefined) return remembered;
  const { generation } = known;
  const found = await read();
  if (known.generation !== generation) return found;
  if (found) known.prompts.set(name, found, LIFE_MS);
  else known.unknown.set(name, true, LIFE_MS);
  return found;
}

/** Clears the cache: call it after any edit, once the database has changed. */
export function forgetPrompts(): void {
  const known = state();
  known.generation += 1;
  known.prompts.clear();
  known.unknown.clear();
}
