import { keyIdOf, type RunContext } from '../accounts/caller';
import { weightOfAll } from '../core/text-weight';
import { estimateTokens } from '../core/usage';
import { chargeValue } from '../ledger/charge/charge';
import type { FoundModel } from '../models/find';
import type { ModelOf } from '../models/model';
import { billOf } from '../models/price/bill';
import { embeddingParts } from '../models/price/embedding';
import { callUpstreams } from '../providers/routing/call-upstreams';
import type { EmbeddingCall } from '../providers/spec';
import { countVectors, reserveVectors } from './answer-memory';
import type { EmbeddingsAnswer, EmbeddingsRequest } from './contract';
import { type EmbeddingsPlan, planEmbeddings } from './plan-embeddings';
import { toEmbeddingsAnswer } from './to-answer';

/** Work ends after 600 s (docs/architecture.md, "Time limits"); the hold lives a minute longer. */
const HOLD_SECONDS = 660;
/** Tokens that models add to a text, at most. */
const MAX_ADDED_TOKENS = 16;

/** Vectors, and the tokens that are billed; `isEstimated` if the upstream reported none. */
type Embedded = { vectors: readonly Float32Array[]; promptTokens: number; isEstimated: boolean };

/**
 * `POST /embeddings` (docs/api-rules.md, "Embeddings"): plan, hold, embed, charge. Nothing is returned before the charge is
 * on disk; what fails costs nothing.
 * @param found the model that the request names, which the caller may use
 * @throws ApiError those of planning (400), of memory (400, 429, 503), of the hold (402), and of the model
 *   (400, 422, 429, 500, 503, 504)
 */
export async function createEmbeddings(
  body: EmbeddingsRequest,
  found: FoundModel<ModelOf<'embedding'>>,
  context: RunContext,
): Promise<EmbeddingsAnswer> {
  const { metadata, caller, lease } = context;
  const { model, deprecation } = found;
  const noteRouter = (router: string) => (metadata.model = { id: model.id, name: model.name, router, deprecation });
  noteRouter(model.upstreams[0]?.provider ?? '');
  const plan = await planEmbeddings(body, model, { account: caller.account.id, signal: context.signal });
  const reserved = lease === null ? 0 : reserveVectors(lease, plan);
  const { value } = await chargeValue(
    orderOf(plan, context),
    (_hold, signal) =>
      embed(plan, {
        account: caller.account.id,
        signal,
        onRoute: ({ provider, retries }) => {
          noteRouter(provider);
          metadata.retryCount = retries;
        },
      }),
    ({ promptTokens, isEstimated }) => billOf(embeddingParts(model.price, { promptTokens }), isEstimated),
  );
  if (lease !== null) countVectors(lease, { vectors: value.vectors, encoding: plan.encoding, reserved });
  metadata.tokensUsed = { promptTokens: value.promptTokens, completionTokens: 0 };
  return toEmbeddingsAnswer({ modelId: model.id, ...value }, plan.encoding, caller.account.id);
}

async function embed(
  { model, texts, dimensions }: EmbeddingsPlan,
  by: Pick<EmbeddingCall, 'account' | 'onRoute' | 'signal'>,
): Promise<Embedded> {
  // `callUpstreams` replaces the name with the upstream's own.
  const call: EmbeddingCall = { model: model.id, texts, ...(dimensions !== undefined && { dimensions }), ...by };
  const { vectors, promptTokens } = await callUpstreams(model, call, ({ embedTexts }) => embedTexts);
  // No tokenizer makes more tokens than there are bytes: more would be an upstream's mistake.
  const most = texts.reduce((sum, text) => sum + Buffer.byteLength(text) + MAX_ADDED_TOKENS, 0);
  if (promptTokens !== undefined) return { vectors, promptTokens: Math.min(promptTokens, most), isEstimated: false };
  return { vectors, promptTokens: estimateTokens(weightOfAll(texts)), isEstimated: true };
}

function orderOf({ model, maximumNano }: EmbeddingsPlan, context: RunContext): Parameters<typeof chargeValue>[0] {
  const { metadata, caller } = context;
  return {
    id: context.holdId,
    accountId: caller.account.id,
    keyId: keyIdOf(caller),
    maximumNano,
    minimumNano: maximumNano,
    ttlSeconds: HOLD_SECONDS,
    signal: context.signal,
    requestId: context.requestId,
    modelId: model.id,
    modelType: model.type,
    arrivedAtMs: context.arrivedAtMs,
    beforeHold: context.beforeHold,
    onHold: ({ balanceBefore, currency, heldNano }) => {
      metadata.balanceBefore = balanceBefore;
      metadata.hold = { currency, heldNano };
    },
    onReceipt: (receipt) => {
      metadata.charge = receipt;
    },
  };
}
