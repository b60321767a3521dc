import type { Guide, GuideContext } from './types';
import { samplesOf } from './samples-of';

/** Vectors of texts: requests, bounds, price. */
export function embeddingsGuide({ pages }: GuideContext): Guide {
  const operation = 'createEmbedding';
  return {
    slug: 'embeddings',
    title: 'Embeddings',
    summary: 'Vectors of texts, with any OpenAI client: for search, clustering, and recommendations.',
    sections: [
      {
        id: 'one',
        title: 'A text',
        blocks: [
          ...samplesOf(pages, operation, 'one', 'Embedding of a text'),
          {
            kind: 'text',
            text: '`default` is the embedding model that this installation recommends; [GET /models](/docs/getModels) with `type=embedding` lists all of them. Vectors of different models cannot be compared, so store the model’s ID with them.',
          },
        ],
      },
      {
        id: 'several',
        title: 'Several texts',
        blocks: [
          ...samplesOf(pages, operation, 'several', 'Embeddings of several texts'),
          {
            kind: 'list',
            items: [
              '`input` is one text, or a list of up to 2,048. None may be empty, and lists of token IDs are refused.',
              'The answer has one vector per text, in the same order, or an error: never only some of them.',
              'A text may be as long as the model’s `maxInputTokens`. An error names the position of the text that is too long.',
            ],
          },
        ],
      },
      {
        id: 'format',
        title: 'Formats',
        blocks: [
          {
            kind: 'list',
            items: [
              '`encoding_format`: `float` (the default) answers with numbers, `base64` with 32-bit floats, little-endian, which take a third of the size. The `openai` packages ask for `base64` and decode it, unless you set the format yourself.',
              '`dimensions` shortens the vectors of models with `supportsCustomDimensions`.',
            ],
          },
        ],
      },
      {
        id: 'costs',
        title: 'What is charged',
        blocks: [
          {
            kind: 'text',
            text: 'The tokens of all texts, `usage.total_tokens`, at the model’s `input` price. A request that fails costs nothing. Texts and vectors are not kept, except that an answer to a request with an `Idempotency-Key` is stored for [its repeats](/docs/billing) for a day.',
          },
        ],
      },
    ],
  };
}
