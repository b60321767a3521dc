import type { ListedModel, ListedModels } from '@/lib/connected/contract';
import { type ChoosableModel, unlistedModel } from './picker-choice';

/** More are found by typing. */
const MAX_SHOWN = 60;

/**
 * The models whose name has the search, those that answer with text first; what is typed is one itself, if none has
 * exactly that name.
 * @param suggested the provider's name of the model that comes first
 * @param kept shown in any case: chosen ones may lack a price
 * @returns also how many more are found
 */
export function shownModels(
  list: ListedModels,
  search: string,
  { suggested, kept }: { suggested: string | null; kept: readonly ChoosableModel[] },
): { shown: ChoosableModel[]; hidden: number } {
  const models = list.data;
  const rankOf = ({ upstreamName, text }: ListedModel) => (upstreamName === suggested ? 2 : Number(text));
  const typed = search.trim();
  const words = typed.toLowerCase();
  const found = models
    .filter(({ upstreamName, name }) => `${upstreamName} ${name}`.toLowerCase().includes(words))
    .toSorted((one, other) => rankOf(other) - rankOf(one));
  const isListed = models.some(({ upstreamName }) => upstreamName === typed);
  const own = typed === '' || isListed ? [] : [unlistedModel(typed, list)];
  // The first of a name keeps its row.
  const shown = new Map<string, ChoosableModel>();
  for (const model of [...found.slice(0, MAX_SHOWN), ...own, ...kept]) {
    if (!shown.has(model.upstreamName)) shown.set(model.upstreamName, model);
  }
  return { shown: [...shown.values()], hidden: found.filter(({ upstreamName }) => !shown.has(upstreamName)).length };
}
