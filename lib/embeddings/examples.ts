/** Whatever models are installed, the default embedding model has this trait. */
const MODEL = 'default';

/** Requests of `POST /embeddings` for the API description. */
export const EMBEDDING_EXAMPLES = {
  one: { summary: 'One text', body: { model: MODEL, input: 'A red kite above a lighthouse' } },
  several: {
    summary: 'Several texts, as base64',
    body: { model: MODEL, input: ['A red kite', 'A blue boat'], encoding_format: 'base64' },
  },
};
