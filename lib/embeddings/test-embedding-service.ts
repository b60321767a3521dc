import { ApiError, type ErrorCode } from '../core/errors';
import { catalog, installCatalog } from '../models/catalog';
import { assembleAliases } from '../models/catalog/aliases';
import { traitsOf, withDefaults } from '../models/catalog/defaults';
import type { Model, ModelOf } from '../models/model';
import { findProvider, installProviders } from '../providers/registry';
import type { EmbeddingCall, Provider, TextEmbedder } from '../providers/spec';
import { openTestDatabase } from '../platform/testing/test-database';

/** 1 USD per million tokens. */
export const TOKEN_NANO = 1_000n;

/** An embedding model of the provider of the same name. */
export function testEmbeddingModel(id: string, changes: Partial<ModelOf<'embedding'>> = {}): ModelOf<'embedding'> {
  return {
    id,
    type: 'embedding',
    name: `Name of ${id}`,
    description: '',
    createdSeconds: 0,
    source: '',
    privacy: 'private',
    traits: [],
    upstreams: [{ provider: id, model: `${id}-upstream`, weight: 1 }],
    proOnly: false,
    dimensions: 4,
    maxInputTokens: 8_192,
    customDimensions: false,
    price: { inputNanoUsd: TOKEN_NANO * 1_000_000n, outputNanoUsd: 0n },
    ...changes,
  };
}

/** Vectors that depend on the length of each text; it reports three tokens for each. */
export const embedPlain: TextEmbedder = async ({ texts, dimensions = 4 }) => ({
  vectors: texts.map(({ length }) => Float32Array.from({ length: dimensions }, (_, at) => length / 10 + at)),
  promptTokens: 3 * texts.length,
});

/** A model that always fails with this code. */
export function failsWith(code: ErrorCode, message = 'no'): TextEmbedder {
  return () => Promise.reject(new ApiError(code, message));
}

/** A service for tests of embeddings: a database in memory, and models that do what a test wants. */
export type EmbeddingService = {
  /** Every call that reached a provider, oldest first. */
  calls: EmbeddingCall[];
  stop(): Promise<void>;
};

/** Serves one model for each provider of the same name, and any others; the first is the default. */
export async function startEmbeddingService(
  embedding: Record<string, TextEmbedder | [TextEmbedder, Partial<ModelOf<'embedding'>>]>,
  others: readonly Model[] = [],
): Promise<EmbeddingService> {
  const database = await openTestDatabase();
  const calls: EmbeddingCall[] = [];
  const providers: Provider[] = [];
  const models = Object.entries(embedding).map(([id, given]) => {
    const [embed, changes] = Array.isArray(given) ? given : [given, {}];
    providers.push({ id, embedTexts: (call) => (calls.push(call), embed(call)) });
    return testEmbeddingModel(id, changes);
  });
  installProviders(providers);
  const served = withDefaults([...models, ...others]);
  const traits = traitsOf(served.values());
  const aliases = assembleAliases({ models: served, traits, operatorAliases: new Map(), upstreamNames: new Map() }, []);
  installCatalog({ models: served, aliases, traits, systemPrompt: '' });
  return { calls, stop: () => database.close() };
}

/**
 * Serves one embedding model in addition to what is served already; it is the default one.
 * @param others ids of the providers that stay
 */
export function addEmbeddingModel(id: string, embedTexts: TextEmbedder, others: readonly string[]): void {
  installProviders([...others.flatMap((other) => findProvider(other) ?? []), { id, embedTexts }]);
  const before = catalog();
  installCatalog({
    ...before,
    models: new Map([...before.models, [id, testEmbeddingModel(id, { traits: ['default'] })]]),
    traits: new Map([...before.traits, ['embedding', new Map([['default', id]])]]),
  });
}
