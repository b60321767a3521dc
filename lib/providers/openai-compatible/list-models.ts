import { z } from 'zod';
import { upstreamFetch } from '../../platform/fetch';
import { fetchFailure } from '../../platform/network/fetch-failure';
import { listRefused } from '../kit/list-refused';
import type { UpstreamModel } from '../spec';
import { AbilityMembers, readAbilities } from './list-abilities';
import { addressOf, headersOf, type OpenAiCompatible } from './upstream';

const MAX_LIST_BYTES = 16_000_000;
const MAX_MODELS = 10_000;
const LIST_MS = 15_000;
const MAX_ID_CHARACTERS = 300;

const Count = z.number().int().positive().nullish().catch(null);
const Text = z.string().nullish().catch(null);
/** USD per token; a negative price means "depends" (OpenRouter's router) and does not count. */
const Decimal = z
  .union([z.string(), z.number()])
  .transform(String)
  .pipe(z.string().regex(/^\d+(\.\d+)?(e-?\d+)?$/i))
  .nullish()
  .catch(null);

/**
 * A listed model: OpenAI's layout with the lengths of vLLM, Mistral and OpenRouter, its prices, and Ollama's `name`.
 */
const WireModel = z.object({
  id: Text,
  name: Text,
  created: Count,
  max_model_len: Count,
  context_length: Count,
  context_window: Count,
  max_context_length: Count,
  top_provider: z.object({ max_completion_tokens: Count, context_length: Count }).nullish().catch(null),
  max_completion_tokens: Count,
  pricing: z.object({ prompt: Decimal, completion: Decimal, input_cache_read: Decimal }).nullish().catch(null),
  type: Text,
  ...AbilityMembers,
});

/** What the second list of llama.cpp adds. */
const Named = z.object({ capabilities: z.unknown() });

/**
 * The list itself: `{data: […]}` everywhere, `{models: […]}` on Ollama's own route, a bare list from some gateways.
 * llama.cpp has both, and reports abilities only in the second one.
 */
const WireList = z.union([
  z.array(z.unknown()),
  z
    .object({ data: z.array(z.unknown()), models: z.array(z.unknown()).optional().catch(undefined) })
    .transform(({ data, models }) => (models?.length === data.length ? data.map(joinedWith(models)) : data)),
  z.object({ models: z.array(z.unknown()) }).transform(({ models }) => models),
]);

/**
 * The models that a server lists. Unreadable entries are left out; a name that is listed twice counts once.
 * @throws FetchFailure if the server cannot be reached or its answer is not a list
 */
export async function listModels(upstream: OpenAiCompatible, signal: AbortSignal): Promise<UpstreamModel[]> {
  const reply = await upstreamFetch({
    url: addressOf(upstream, '/models'),
    method: 'GET',
    headers: { ...headersOf(upstream), accept: 'application/json' },
    signal,
    times: { firstByteMs: LIST_MS, idleMs: LIST_MS, wholeMs: LIST_MS },
  });
  if (reply.status !== 200) {
    reply.cancel();
    throw listRefused(reply.status);
  }
  const found = new Map<string, UpstreamModel>();
  for (const entry of parseList(await reply.text(MAX_LIST_BYTES)).slice(0, MAX_MODELS)) {
    const model = WireModel.safeParse(entry);
    const converted = model.success && convertModel(model.data);
    if (converted && !found.has(converted.id)) found.set(converted.id, converted);
  }
  return [...found.values()];
}

function parseList(text: string): unknown[] {
  try {
    return WireList.parse(JSON.parse(text));
  } catch (cause) {
    throw fetchFailure('cut', 'The list of models is not a list.', cause);
  }
}

function convertModel(model: z.output<typeof WireModel>): UpstreamModel | null {
  const id = model.id || model.name;
  if (!id || id.length > MAX_ID_CHARACTERS) return null;
  const contextTokens =
    model.context_length ??
    model.max_model_len ??
    model.context_window ??
    model.max_context_length ??
    model.top_provider?.context_length;
  const maxCompletionTokens = model.top_provider?.max_completion_tokens ?? model.max_completion_tokens;
  const kind = model.type || model.architecture?.output_modalities?.join('+') || model.architecture?.modality;
  const abilities = readAbilities(model, model.type);
  const { prompt, completion, input_cache_read: cacheRead } = model.pricing ?? {};
  return {
    id,
    ...(model.name && { name: model.name }),
    ...(contextTokens && { contextTokens }),
    ...(maxCompletionTokens && { maxCompletionTokens }),
    ...(model.created && { createdSeconds: model.created }),
    ...(prompt && completion && { pricing: { prompt, completion, ...(cacheRead && { cacheRead }) } }),
    ...(kind && { kind }),
    ...(abilities && { abilities }),
  };
}

/** An entry merged with the capabilities that the other list has at its index. */
function joinedWith(others: unknown[]): (entry: unknown, index: number) => unknown {
  return (entry, index) => {
    const other = Named.safeParse(others[index]);
    return typeof entry === 'object' && other.success ? { ...other.data, ...entry } : entry;
  };
}
