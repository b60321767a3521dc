import { invalidField } from '../core/errors';
import type { ModelOf } from '../models/model';
import { embeddingParts } from '../models/price/embedding';
import { maximumNano } from '../models/price/bill';
import { countTextTokens } from '../providers/routing/count-texts';
import type { TextsToCount } from '../providers/spec';
import type { EmbeddingsRequest } from './contract';

/** Everything about a request that is decided before money is held. */
export type EmbeddingsPlan = {
  model: ModelOf<'embedding'>;
  /** At least one. */
  texts: readonly string[];
  /** Absent: the model's own. */
  dimensions?: number;
  encoding: 'float' | 'base64';
  /** The most that the request can cost, nano-USD. */
  maximumNano: bigint;
};

/** Characters per token and the share of it that counts, for the bound on one text (docs/api-rules.md, "Embeddings"). */
const CHARACTERS_PER_TOKEN = 3.2;
const COUNTED_SHARE = 0.95;

/**
 * Decides what is embedded, and what it can cost at most.
 * @param by whose request it is
 * @throws ApiError INVALID_REQUEST for a text beyond the model's bound, or a length of vectors that it does not have;
 *   the signal's reason when aborted
 */
export async function planEmbeddings(
  body: EmbeddingsRequest,
  model: ModelOf<'embedding'>,
  by: Omit<TextsToCount, 'texts'>,
): Promise<EmbeddingsPlan> {
  const { input, encoding_format: encoding, dimensions } = body;
  const texts = typeof input === 'string' ? [input] : input;
  checkLengths(texts, typeof input === 'string', model);
  checkDimensions(dimensions ?? undefined, model);
  const promptTokens = await countTextTokens(model, { texts, ...by });
  return {
    model,
    texts,
    ...(dimensions != null && { dimensions }),
    encoding: encoding ?? 'float',
    maximumNano: maximumNano(embeddingParts(model.price, { promptTokens })),
  };
}

function checkLengths(
  texts: readonly string[],
  isOne: boolean,
  { id, maxInputTokens }: Pick<ModelOf<'embedding'>, 'id' | 'maxInputTokens'>,
): void {
  texts.forEach(({ length }, index) => {
    const tokens = Math.ceil((length / CHARACTERS_PER_TOKEN) * COUNTED_SHARE);
    if (tokens <= maxInputTokens) return;
    const message = `Too long: about ${tokens} tokens, but ${id} takes at most ${maxInputTokens} in one text`;
    throw invalidField(isOne ? ['input'] : ['input', index], message, 'too_big');
  });
}

function checkDimensions(wanted: number | undefined, model: ModelOf<'embedding'>): void {
  if (wanted === undefined || wanted === model.dimensions) return;
  if (!model.customDimensions) {
    const own = model.dimensions === undefined ? '' : `: its vectors have ${model.dimensions} dimensions`;
    throw invalidField(['dimensions'], `Not available with ${model.id}${own}`);
  }
  if (model.dimensions === undefined || wanted <= model.dimensions) return;
  throw invalidField(['dimensions'], `Must be at most ${model.dimensions} with ${model.id}`, 'too_big');
}
