import { formatNanoUsd } from '../../core/money';
import { type Suggestion, suggestModel } from '../../models/automatic/suggest';
import type { TextPrice } from '../../models/price/text';
import { withTimeLimit } from '../../platform/with-time-limit';
import { listModelsOf } from '../../providers/list-models';
import { MODEL_ABILITIES } from '../constants';
import type { ListedModels, Price } from '../contract';
import { openCredentials, secretsIn } from '../credentials';
import { addressOf, type Connection, toServiceProvider } from '../service-provider';
import { readStored, requireProvider, type Stored, type StoredProvider } from '../stored';
import { failureText } from './failure-text';

const LIST_MS = 20_000;

/**
 * The models that a connected provider lists now, with what is suggested for each.
 * @throws ApiError NOT_FOUND
 */
export async function listUpstreamModels(id: string, signal: AbortSignal): Promise<ListedModels> {
  const stored = await readStored();
  const found = await suggestionsOf(requireProvider(stored, id), signal);
  if ('problem' in found) return { data: [], problem: found.problem };
  const servedAs = servedNames(stored, id);
  const data = found.suggestions.map(({ abilities, price, ...suggestion }) => ({
    ...suggestion,
    price: price && priceTexts(price),
    abilities: MODEL_ABILITIES.filter((ability) => abilities.includes(ability)),
    servedAs: servedAs.get(suggestion.upstreamName) ?? [],
  }));
  return { data, problem: null };
}

/** What is suggested for each model that a provider lists, or why it could not be listed, as a sentence. */
export async function suggestionsOf(
  provider: StoredProvider,
  signal: AbortSignal,
): Promise<{ suggestions: Suggestion[] } | { problem: string }> {
  const connection = await connectionOf(provider);
  if ('problem' in connection) return connection;
  const service = toServiceProvider(connection);
  if (service === null) return { problem: 'It is incomplete.' };
  try {
    const listed = await listModelsOf(service, withTimeLimit(signal, LIST_MS));
    return { suggestions: listed.map((model) => suggestModel(model, addressOf(connection), provider.markup)) };
  } catch (thrown) {
    return { problem: failureText(thrown, { provider: provider.id, secrets: secretsIn(connection.credentials) }) };
  }
}

/** A stored provider with its credentials, or why it cannot be called, as a sentence. */
export async function connectionOf(stored: StoredProvider): Promise<Connection | { problem: string }> {
  const { id, preset, baseUrl, region } = stored;
  if (preset === null) return { problem: 'It was connected by a newer version.' };
  const opened = await openCredentials(id, stored.sealedCredentials);
  if ('problem' in opened) return opened;
  return { id, preset, baseUrl, region, credentials: opened.credentials };
}

/** A price as decimal texts. */
export function priceTexts({ inputNanoUsd, outputNanoUsd, cacheInputNanoUsd, cacheWriteNanoUsd }: TextPrice): Price {
  return {
    input: formatNanoUsd(inputNanoUsd),
    output: formatNanoUsd(outputNanoUsd),
    ...(cacheInputNanoUsd !== undefined && { cacheInput: formatNanoUsd(cacheInputNanoUsd) }),
    ...(cacheWriteNanoUsd !== undefined && { cacheWrite: formatNanoUsd(cacheWriteNanoUsd) }),
  };
}

/** A provider's names of models → the IDs under which they are served. */
function servedNames({ models }: Stored, provider: string): Map<string, string[]> {
  const names = new Map<string, string[]>();
  for (const { id, entry } of models) {
    for (const upstream of entry?.upstreams ?? []) {
      if (upstream.provider === provider) names.set(upstream.name, [...(names.get(upstream.name) ?? []), id]);
    }
  }
  return names;
}
