import { invalidField } from '../../core/errors';
import { isPrivateBaseUrl } from '../../models/automatic/decide';
import { suggestModel, type Suggestion } from '../../models/automatic/suggest';
import { ASSUMED_CONTEXT_TOKENS } from '../../models/constants';
import { MODEL_ABILITIES } from '../constants';
import type { AddModels, StoredModel } from '../contract';
import { toServedModel } from '../served-model';
import { addressOf } from '../service-provider';
import type { StoredProvider } from '../stored';
import { priceTexts } from '../upstream/list';

type Added = AddModels['models'][number];

/** A model to add, and whether its aliases were typed: suggested ones give way. */
export type PlannedModel = { entry: StoredModel; hasTypedAliases: boolean };

/** What a provider lists, or why it could not be listed, as a sentence. */
export type Listing = { suggestions: readonly Suggestion[] } | { problem: string };

/** What decides what a model costs and what it may be used for: never guessed when the list could not be read. */
const DECISIVE = ['price', 'contextTokens', 'abilities'] as const;
const LABELS = { price: 'a price', contextTokens: 'the context', abilities: 'the abilities' } as const;

/** The first decisive member that a model lacks, or undefined: then it is added as given, whatever the list says. */
export function missingMember(added: Added): (typeof DECISIVE)[number] | undefined {
  return DECISIVE.find((name) => added[name] === undefined);
}

/**
 * A model as it would be stored: what is absent is suggested, by the list and by the price list.
 * @param index its place in the request, for messages
 * @throws ApiError INVALID_REQUEST naming the model and what is wrong, or what is absent though there is no list
 */
export function planModel(
  added: Added,
  index: number,
  { provider, listing }: { provider: StoredProvider; listing: Listing },
): PlannedModel {
  const fail = (path: (string | number)[], message: string) => invalidField(['models', index, ...path], message);
  const { upstreamName } = added;
  const missing = missingMember(added);
  if ('problem' in listing && missing !== undefined) {
    throw fail(
      [missing],
      `Enter ${LABELS[missing]} of "${upstreamName}": its provider cannot be listed. ${listing.problem}`,
    );
  }
  const address = addressOf({ ...provider, preset: provider.preset ?? 'other' });
  const listed = 'problem' in listing ? [] : listing.suggestions;
  const suggestion =
    listed.find((one) => one.upstreamName === upstreamName) ??
    suggestModel({ id: upstreamName }, address, provider.markup);
  const id = added.id ?? suggestion.id;
  if (id === null) throw fail(['id'], `Enter an ID: "${upstreamName}" cannot be one`);
  const price = added.price ?? (suggestion.price && priceTexts(suggestion.price));
  if (price === null) throw fail(['price'], `Enter a price: none is known for "${upstreamName}"`);
  const contextTokens = added.contextTokens ?? suggestion.contextTokens ?? ASSUMED_CONTEXT_TOKENS;
  const entry: StoredModel = {
    id,
    name: added.name ?? suggestion.name,
    class: added.class ?? 'XS',
    privacy: added.privacy ?? (isPrivateBaseUrl(address) ? 'private' : 'anonymized'),
    price,
    contextTokens,
    maxCompletionTokens:
      added.maxCompletionTokens ?? Math.min(suggestion.maxCompletionTokens ?? contextTokens, contextTokens),
    abilities: added.abilities ?? MODEL_ABILITIES.filter((ability) => suggestion.abilities.includes(ability)),
    aliases: added.aliases ?? (isUsefulAlias(upstreamName, id) ? [upstreamName] : []),
    isDefault: added.isDefault ?? false,
    upstreams: [{ provider: provider.id, name: upstreamName }],
  };
  const outcome = toServedModel(entry);
  const problem = 'problems' in outcome ? outcome.problems[0] : undefined;
  if (problem) throw fail(problem.path, problem.message);
  return { entry, hasTypedAliases: added.aliases !== undefined };
}

/** The provider's own name also finds a model, unless that is a path of a file. */
function isUsefulAlias(upstreamName: string, id: string): boolean {
  return upstreamName !== id && !upstreamName.startsWith('/') && /^\S{1,128}$/.test(upstreamName);
}
