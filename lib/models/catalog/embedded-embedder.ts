import { EMBEDDED_PROVIDER, type ModelOf } from '../model';

/** 26 November 2026. */
const CREATED_SECONDS = 1_795_651_200;

/** The embedded model that embeds texts. */
export const EMBEDDED_EMBEDDER: ModelOf<'embedding'> = {
  id: 'all-minilm-l6-v2',
  type: 'embedding',
  name: 'all-MiniLM-L6-v2',
  description:
    'Vectors of English texts for search, clustering, and comparison, on any machine. It reads 256 tokens at a time: the vector of a longer text is the mean over its parts.',
  createdSeconds: CREATED_SECONDS,
  source: 'https://huggingface.co/sentence-transformers/all-MiniLM-L6-v2',
  privacy: 'private',
  traits: [],
  upstreams: [{ provider: EMBEDDED_PROVIDER, model: 'all-minilm-l6-v2', weight: 1 }],
  proOnly: false,
  dimensions: 384,
  maxInputTokens: 8_192,
  customDimensions: false,
  // 0.02 USD per million tokens.
  price: { inputNanoUsd: 20_000_000n, outputNanoUsd: 0n },
};
