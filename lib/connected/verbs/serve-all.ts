import type { Actor } from '../../audit/record';
import { MAX_MODELS } from '../constants';
import { readStored } from '../stored';
import { listUpstreamModels } from '../upstream/list';
import { addModels } from './models';

/** What was added, and why the rest was not: by the number of models. */
export type ServedAll = { added: string[]; withoutPrice: number; notText: number; problem: string | null };

/**
 * Serves every model that a provider lists, that answers with text, and that has a known price, unless its name is taken.
 * @throws ApiError NOT_FOUND, and those of `addModels`
 */
export async function serveAll(
  providerId: string,
  { actor, signal }: { actor: Actor; signal: AbortSignal },
): Promise<ServedAll> {
  const { data, problem } = await listUpstreamModels(providerId, signal);
  const { models } = await readStored();
  const taken = new Set(models.flatMap(({ id, entry }) => [id, ...(entry?.aliases ?? [])]));
  const chosen = data.filter(({ id, text, price }) => {
    if (id === null || !text || price === null || taken.has(id)) return false;
    taken.add(id);
    return true;
  });
  const left = Math.max(0, MAX_MODELS - models.length);
  const upstreamNames = chosen.slice(0, left).map(({ upstreamName }) => ({ upstreamName }));
  const { added } =
    upstreamNames.length === 0
      ? { added: [] }
      : await addModels(providerId, { models: upstreamNames }, { actor, signal });
  const text = data.filter((model) => model.text);
  const withoutPrice = text.filter(({ price }) => price === null).length;
  return { added, withoutPrice, notText: data.length - text.length, problem };
}
