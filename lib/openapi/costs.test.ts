import { expect, it } from 'vitest';
import { describedRoutes } from '@/app/api/described-routes';
import { usdNumber } from '@/lib/core/money';
import { embeddedListing, testCatalog } from '@/lib/models/test-catalog';
import { WHOLE_FILE, WHOLE_FILE_ENVIRONMENT } from '@/lib/models/test-whole-file';
import type { TextModel } from '@/lib/models/model';
import { textBill } from '@/lib/models/price/text';
import { billingGuide } from './guide/billing';
import { makeDocument } from './document';

type Usage = { prompt_tokens: number; completion_tokens: number; total_tokens: number };
type Answer = { model: string; usage: Usage; cost: { usd: number; diem: number } };
type Described = {
  operationId: string;
  responses: Record<string, { content?: Record<string, { example?: unknown }> }>;
};

const { models } = testCatalog(WHOLE_FILE, { embedded: [embeddedListing('smollm2-135m')] }, WHOLE_FILE_ENVIRONMENT);
const operations = Object.values(makeDocument(describedRoutes).paths).flatMap((item) =>
  Object.values(item),
) as Described[];

/** The example of an operation's answer. */
function exampleOf<T>(operationId: string): T {
  const found = operations.find((operation) => operation.operationId === operationId);
  return found?.responses[200]?.content?.['application/json']?.example as T;
}

/** The price of a model as the docs list it. */
function priceOf(id: string): TextModel['price'] {
  const model = models.get(id);
  if (model?.type !== 'text') throw new Error(`No text model ${id}.`);
  return model.price;
}

function costOf(id: string, usage: Usage): number {
  const tokens = { promptTokens: usage.prompt_tokens, completionTokens: usage.completion_tokens };
  return usdNumber(textBill(priceOf(id), tokens, false).costNano);
}

it('shows answers that cost what their tokens cost at the model’s price', () => {
  const answer = exampleOf<Answer>('createChatCompletion');
  expect(answer.usage.total_tokens).toBe(answer.usage.prompt_tokens + answer.usage.completion_tokens);
  expect(answer.cost).toEqual({ usd: costOf(answer.model, answer.usage), diem: 0 });
  const [code] = billingGuide({ base: '', serviceId: 'svc', pages: [], headers: {} }).sections[0]?.blocks ?? [];
  expect(JSON.parse(code?.kind === 'code' ? code.code : '')).toEqual({
    usage: expect.objectContaining({ total_tokens: answer.usage.total_tokens }),
    cost: answer.cost,
  });
});

it('lists the price of the example model as the example service file has it', () => {
  const { id, model_spec: spec } = exampleOf<{
    data: { id: string; model_spec: { pricing: Record<string, object> } }[];
  }>('getModels').data[0] ?? { id: '', model_spec: { pricing: {} } };
  const { inputNanoUsd, outputNanoUsd } = priceOf(id);
  const pair = (nano: bigint) => ({ usd: usdNumber(nano), diem: usdNumber(nano) });
  expect(spec.pricing).toMatchObject({ input: pair(inputNanoUsd), output: pair(outputNanoUsd) });
});

it('charges units at the listed price in the history and the analytics', () => {
  const [row] = exampleOf<{ data: { sku: string; units: number; pricePerUnitUsd: number; amount: number }[] }>(
    'getBillingUsageHistory',
  ).data;
  expect(row?.sku).toBe('demo-text-s-llm-output-mtoken');
  expect(row?.pricePerUnitUsd).toBe(usdNumber(priceOf('demo-text-s').outputNanoUsd));
  expect(-(row?.amount ?? 0)).toBeCloseTo((row?.units ?? 0) * (row?.pricePerUnitUsd ?? 0), 12);
  type Total = { totalUsd: number; totalUnits: number };
  type Part = { type: string; usd: number; units: number };
  const analytics = exampleOf<{
    byDate: { USD: number }[];
    byModel: (Total & { breakdown: Part[] })[];
    byKey: Total[];
  }>('getBillingUsageAnalytics');
  const [model] = analytics.byModel;
  const rates = {
    input: usdNumber(priceOf('demo-text-s').inputNanoUsd),
    output: usdNumber(priceOf('demo-text-s').outputNanoUsd),
  };
  const [input, output] = model?.breakdown ?? [];
  expect([input?.type, output?.type]).toEqual(['input', 'output']);
  expect(input?.usd).toBeCloseTo(((input?.units ?? 0) * rates.input) / 1e6, 12);
  expect(output?.usd).toBeCloseTo(((output?.units ?? 0) * rates.output) / 1e6, 12);
  const total = {
    totalUsd: (input?.usd ?? 0) + (output?.usd ?? 0),
    totalUnits: (input?.units ?? 0) + (output?.units ?? 0),
  };
  expect(model).toMatchObject(total);
  expect(analytics.byKey[0]).toMatchObject(total);
  expect(analytics.byDate[0]?.USD).toBe(total.totalUsd);
});
