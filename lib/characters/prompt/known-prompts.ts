import { boundedCache, type BoundedCache } from '../../accounts/bounded-cache';
import { SECOND_MS } from '../../core/time';
import { processState } from '../../platform/process-state';

/** A character as a chat needs it. */
export type KnownPrompt = {
  id: string;
  slug: string;
  ownerId: string | null;
  prompt: string;
  replacesServicePrompt: boolean;
  /** Whether everybody may talk with it; else its owner alone. */
  open: boolean;
};

/** Prompts are up to 20,000 characters each: some 20 MB at worst. */
const MAX_PROMPTS = 500;
const MAX_UNKNOWN = 5_000;
/** Another process may edit: nothing is believed for longer. */
const LIFE_MS = 2 * SECOND_MS;

type State = {
  prompts: BoundedCache<KnownPrompt>;
  /** Names of no character. Apart, so that guessing never drives out real ones. */
  unknown: BoundedCache<true>;
  /** Goes up with every edit: a read that began before it is not remembered. */
  generation: number;
};

const state = () =>
  processState<State>('characters.prompts', () => ({
    prompts: boundedCache(MAX_PROMPTS),
    unknown: boundedCache(MAX_UNKNOWN),
    generation: 0,
  }));

/** The character of a name, read at most once in two seconds; null where there is none. */
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

/** Forgets all of them: after any edit. Change the database first. */
export function forgetPrompts(): void {
  const known = state();
  known.generation += 1;
  known.prompts.clear();
  known.unknown.clear();
}
