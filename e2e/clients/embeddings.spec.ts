import { createOpenAICompatible } from '@ai-sdk/openai-compatible';
import { OpenAIEmbeddings } from '@langchain/openai';
import { embedMany } from 'ai';
import OpenAI from 'openai';
import { expect, test as base, WITH_EMBEDDINGS } from '../support/clients';

const test = base.extend<object>({
  environment: [({ environment }, use) => use({ ...environment, ...WITH_EMBEDDINGS }), { scope: 'worker' }],
});

const QUESTION = 'How do I reset my password?';
const TEXTS = [QUESTION, 'I forgot my login and need a new password.', 'The recipe needs two eggs and some flour.'];
const MODEL = 'text-embedding-3-small';

const dot = (left: readonly number[] = [], right: readonly number[] = []) =>
  left.reduce((sum, value, at) => sum + value * (right[at] ?? 0), 0);

/** The vectors of `TEXTS`: the first two mean much the same. */
function expectMeaning(vectors: readonly (readonly number[])[]): void {
  const [question, same, other] = vectors;
  expect(vectors).toHaveLength(TEXTS.length);
  expect(question).toHaveLength(384);
  expect(dot(question, question)).toBeCloseTo(1, 3);
  expect(dot(question, same)).toBeGreaterThan(0.5);
  expect(dot(question, other)).toBeLessThan(0.2);
}

test.describe('clients on the embedded model for embeddings, with nothing changed but the base URL', () => {
  // The model is loaded by its first request.
  test.setTimeout(180_000);

  test('the openai package, which asks for base64', async ({ access }) => {
    const client = new OpenAI({ ...access, maxRetries: 0 });
    const answer = await client.embeddings.create({ model: MODEL, input: TEXTS });
    expectMeaning(answer.data.map(({ embedding }) => embedding));
    expect(answer.model).toBe('all-minilm-l6-v2');
    expect(answer.usage.prompt_tokens).toBe(answer.usage.total_tokens);
    expect(answer.usage.prompt_tokens).toBeGreaterThan(TEXTS.length * 5);
    const numbers = await client.embeddings.create({ model: MODEL, input: QUESTION, encoding_format: 'float' });
    expect(dot(numbers.data[0]?.embedding, answer.data[0]?.embedding)).toBeCloseTo(1, 3);
    const { data } = await client.models.list({ query: { type: 'embedding' } });
    expect(data.map(({ id }) => id)).toContain('all-minilm-l6-v2');
  });

  test('LangChain', async ({ access: { apiKey, baseURL } }) => {
    const embeddings = new OpenAIEmbeddings({ model: MODEL, apiKey, configuration: { baseURL }, maxRetries: 0 });
    expectMeaning(await embeddings.embedDocuments(TEXTS));
    expect(await embeddings.embedQuery(QUESTION)).toHaveLength(384);
  });

  test('the AI SDK', async ({ access }) => {
    const model = createOpenAICompatible({ ...access, name: 'farebox' }).embeddingModel(MODEL);
    const { embeddings, usage } = await embedMany({ model, values: TEXTS, maxRetries: 0 });
    expectMeaning(embeddings);
    expect(usage.tokens).toBeGreaterThan(TEXTS.length * 5);
  });
});
