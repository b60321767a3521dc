import { z } from 'zod';
import type { EmbeddingWire } from './wire';

/** The operator's secret of all upstreams. */
export const EMBEDDING_SECRET = 'AIzaTest-embeddings-0123456789';

const OpenAiBody = z.strictObject({
  model: z.string(),
  input: z.array(z.string()),
  encoding_format: z.literal('base64').optional(),
  dimensions: z.int().optional(),
});

/** OpenAI's format; answers in base64 if that is asked for. */
export const openAiWire: EmbeddingWire = {
  read({ path, headers, body }) {
    const { model, input, dimensions } = OpenAiBody.parse(body);
    if (path !== '/v1/embeddings') throw new Error(path);
    return { model, texts: input, dimensions, authorized: headers.authorization === `Bearer ${EMBEDDING_SECRET}` };
  },
  answer(vectors, tokens, { body }) {
    const isBase64 = OpenAiBody.parse(body).encoding_format === 'base64';
    const data = vectors.map((vector, index) => ({
      object: 'embedding',
      index,
      embedding: isBase64 ? toBase64(vector) : vector,
    }));
    // Clients go by the index, not by the order.
    return { body: { object: 'list', data: data.reverse(), usage: { prompt_tokens: tokens, total_tokens: tokens } } };
  },
  refusal: (status, message) => ({ error: { message, type: 'error', code: String(status) } }),
  countsTokens: true,
  textsPerRequest: 256,
};

const GoogleRequest = z.object({
  model: z.string(),
  content: z.object({ parts: z.array(z.object({ text: z.string() })) }),
  outputDimensionality: z.int().optional(),
});
const GoogleBody = z.union([z.object({ requests: z.array(GoogleRequest) }), GoogleRequest]);

/** Gemini's format: one method for one text, and one for several. */
export const googleWire: EmbeddingWire = {
  read({ path, headers, body }) {
    const parsed = GoogleBody.parse(body);
    const requests = 'requests' in parsed ? parsed.requests : [parsed];
    const [, model = '', method] = /^\/v1beta\/models\/([^:]+):(\w+)$/.exec(path) ?? [];
    if (method !== ('requests' in parsed ? 'batchEmbedContents' : 'embedContent')) throw new Error(path);
    return {
      model,
      texts: requests.map(({ content }) => content.parts.map(({ text }) => text).join('')),
      dimensions: requests[0]?.outputDimensionality,
      authorized: headers['x-goog-api-key'] === EMBEDDING_SECRET,
    };
  },
  answer: (vectors, _tokens, { path }) => ({
    body: path.endsWith(':embedContent')
      ? { embedding: { values: vectors[0] } }
      : { embeddings: vectors.map((values) => ({ values })) },
  }),
  refusal: (status, message) => ({ error: { code: status, message, status: 'ERROR' } }),
  countsTokens: false,
  textsPerRequest: 100,
};

const TitanBody = z.strictObject({ inputText: z.string(), dimensions: z.int().optional() });

/** The format of Amazon's Titan models: one text at a time. */
export const titanWire: EmbeddingWire = {
  read({ path, headers, body }) {
    const { inputText, dimensions } = TitanBody.parse(body);
    return { model: modelOf(path), texts: [inputText], dimensions, authorized: isAuthorized(headers) };
  },
  answer: (vectors, tokens) => ({ body: { embedding: vectors[0], inputTextTokenCount: tokens } }),
  refusal: (_status, message) => ({ message }),
  countsTokens: true,
  textsPerRequest: 1,
};

const CohereBody = z.strictObject({
  texts: z.array(z.string()).max(96),
  input_type: z.literal('search_document'),
  output_dimension: z.int().optional(),
});

/** The format of Cohere's models at Amazon; the count of tokens is in a header. */
export const cohereWire: EmbeddingWire = {
  read({ path, headers, body }) {
    const { texts, output_dimension: dimensions } = CohereBody.parse(body);
    return { model: modelOf(path), texts, dimensions, authorized: isAuthorized(headers) };
  },
  answer: (vectors, tokens) => ({
    body: { embeddings: vectors },
    headers: { 'x-amzn-bedrock-input-token-count': String(tokens) },
  }),
  refusal: (_status, message) => ({ message }),
  countsTokens: true,
  textsPerRequest: 96,
};

function modelOf(path: string): string {
  const [, model = ''] = /^\/model\/([^/]+)\/invoke$/.exec(path) ?? [];
  return decodeURIComponent(model);
}

function isAuthorized({ authorization }: { authorization?: string }): boolean {
  return authorization === `Bearer ${EMBEDDING_SECRET}`;
}

function toBase64(vector: readonly number[]): string {
  const bytes = Buffer.alloc(vector.length * 4);
  vector.forEach((value, at) => bytes.writeFloatLE(value, at * 4));
  return bytes.toString('base64');
}
