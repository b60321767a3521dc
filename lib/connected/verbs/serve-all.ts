import type { Actor } from '../../audit/record';
import { MAX_MODELS } from '../constants';
import { namesOf, readStored, requireProvider } from '../stored';
import { suggestionsOf } from '../upstream/list';
import { addModels } from './models';

/** What was added, and why the rest was not: by the number of models. */
export type ServedAll = { added: string[]; withoutPrice: number; notText: number; problem: string | null };

/**
 * Serves every model that a provider lists, that answers with text, and that has a known price, unless its name is taken.
 * The list is read once, so that what is served is what was counted.
 * @throws ApiError NOT_FOUND, and those of `addModels`
 */
export async function serveAll(
  providerId: string,
  { actor, signal }: { actor: Actor; signal: AbortSignal },
): Promise<ServedAll> {
  const { providers, models } = await readStored();
  const listing = await suggestionsOf(requireProvider({ providers }, providerId), signal);
  if ('problem' in listing) return { added: [], withoutPrice: 0, notText: 0, problem: listing.problem };
  const { suggestions } = listing;
  const taken = namesOf(models);
  const chosen = suggestions.filter(({ id, text, price }) => {
    if (id === null || !text || price === null || taken.has(id)) return false;
    taken.add(id);
    return true;
  });
  const left = Math.max(0, MAX_MODELS - models.length);
  const names = chosen.slice(0, left).map(({ upstreamName }) => ({ upstreamName }));
  const { added } =
    names.length === 0 ? { added: [] } : await addModels(providerId, { models: names }, { actor, signal, listing });
  const text = suggestions.filter((model) => model.text);
  const withoutPrice = text.filter(({ price }) => price === null).length;
  return { added, withoutPrice, notText: suggestions.length - text.length, problem: null };
}
