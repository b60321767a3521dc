import { EMBEDDING_CODES, EmbeddingsAnswer, EmbeddingsRequest } from '@/lib/embeddings/contract';
import { createEmbeddings } from '@/lib/embeddings/create-embeddings';
import { embeddingDemand } from '@/lib/embeddings/demand';
import { EMBEDDING_EXAMPLES } from '@/lib/embeddings/examples';
import { endpoint } from '@/lib/http/endpoint';
import { findAllowedModelOf } from '@/lib/models/find';

/** `POST /api/v1/embeddings`: vectors of texts (docs/api-rules.md, "Embeddings"). */
export const POST = endpoint({
  auth: 'inference',
  describe: {
    summary: 'Embeddings',
    detail: 'A vector for each text, for search, clustering, and comparison.',
    answer: EmbeddingsAnswer,
    codes: EMBEDDING_CODES,
    examples: EMBEDDING_EXAMPLES,
  },
  body: EmbeddingsRequest,
  resolve: ({ body }, context) => findAllowedModelOf('embedding', body.model, context),
  limit: ({ resolved }) => embeddingDemand(resolved.model),
  run: ({ body, resolved }, context) => createEmbeddings(body, resolved, context),
});
