import type { Model } from '../models/model';
import { type ModelEntry, readModel, entryProblems } from '../models/service-file/entry/model';
import { TextEntry } from '../models/service-file/entry/text';
import type { StoredModel } from './contract';

/** A problem of a stored model: the field of the contract, and what would be right. */
export type ModelProblem = { path: (string | number)[]; message: string };

/**
 * A stored model as one of the service file, so that both are checked and served alike. The first upstream has all the
 * weight: the others are spares, in their order.
 */
export function toServedModel(stored: StoredModel): { model: Model } | { problems: ModelProblem[] } {
  const { price, upstreams } = stored;
  const parsed = TextEntry.safeParse({
    id: stored.id,
    name: stored.name,
    class: stored.class,
    privacy: stored.privacy,
    price: {
      input: price.input,
      output: price.output,
      ...(price.cacheInput !== undefined && { cache_input: price.cacheInput }),
      ...(price.cacheWrite !== undefined && { cache_write: price.cacheWrite }),
    },
    context: stored.contextTokens,
    max_completion: stored.maxCompletionTokens,
    capabilities: stored.abilities,
    traits: stored.isDefault ? ['default'] : [],
    upstreams: upstreams.map(({ provider, name }, index) => ({ provider, model: name, weight: index === 0 ? 1 : 0 })),
  });
  if (!parsed.success) {
    return { problems: parsed.error.issues.map(({ path, message }) => ({ path: toFields(path), message })) };
  }
  const entry: ModelEntry = parsed.data;
  const problems = entryProblems(entry).map(({ path, text }) => ({ path: toFields(path), message: text }));
  return problems.length > 0 ? { problems } : { model: readModel(entry) };
}

/** The members of the service file under the names of the contract. */
const FIELDS: Record<string, string> = {
  context: 'contextTokens',
  max_completion: 'maxCompletionTokens',
  capabilities: 'abilities',
  cache_input: 'cacheInput',
  cache_write: 'cacheWrite',
  model: 'name',
  traits: 'isDefault',
};

function toFields(path: PropertyKey[]): (string | number)[] {
  return path.map((step) => (typeof step === 'number' ? step : (FIELDS[String(step)] ?? String(step))));
}
