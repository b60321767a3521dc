import type { Section } from '../contract';
import { jsonText } from '../../core/samples/literal';
import type { Guide, GuideContext } from './types';

const COST = {
  usage: { prompt_tokens: 31, completion_tokens: 6, total_tokens: 37 },
  cost: { usd: 0.0000123, diem: 0 },
};

/** What is charged, where it is told, and how a repeat is not charged again. */
export function billingGuide({ serviceId }: GuideContext): Guide {
  return {
    slug: 'billing',
    title: 'Billing',
    summary: 'Credit is prepaid and never goes below zero; each answer says what it cost.',
    sections: [
      ANSWER_COST,
      {
        id: 'balance',
        title: 'The balance',
        blocks: [
          {
            kind: 'list',
            items: [
              `\`x-${serviceId}-balance-usd\` and \`x-${serviceId}-balance-diem\` on every answer: what could be spent **before** the request. Under a key with a limit it is what that key may still spend.`,
              '[GET /billing/balance](/docs/getBillingBalance): what can be spent now.',
              '[GET /billing/usage-history](/docs/getBillingUsageHistory): each line that was charged, also as CSV.',
              '[GET /billing/usage-analytics](/docs/getBillingUsageAnalytics): sums by day, model and key.',
            ],
          },
        ],
      },
      REPEATING,
      NOT_CHARGED,
    ],
  };
}

const ANSWER_COST: Section = {
  id: 'cost',
  title: 'The cost of an answer',
  blocks: [
    { kind: 'code', label: 'Usage and cost', code: jsonText(COST) },
    {
      kind: 'text',
      text: 'Every paid answer has `usage` and `cost`; of a stream the last chunk. The price is tokens times the price of [the model](/docs/getModels), rounded once.',
    },
    {
      kind: 'text',
      text: 'Before the work the highest possible cost is set aside, afterwards the exact one is taken and the rest is free again. Where the credit does not reach for `max_completion_tokens`, the answer is shorter; where it does not reach for the prompt, the request is refused with 402 before anything is spent.',
    },
  ],
};

const REPEATING: Section = {
  id: 'idempotency',
  title: 'Repeating without paying twice',
  blocks: [
    {
      kind: 'code',
      label: 'Idempotency-Key header',
      code: 'Idempotency-Key: 5f0c7a52-6a1d-4a1f-9d0e-2f3c4b5a6d7e',
    },
    {
      kind: 'text',
      text: 'A POST that spends takes an `Idempotency-Key`: any text of yours, 1 to 255 visible characters. A repeat with the same key and body within a day gets the first answer again, with `idempotent-replayed: true`, and is not charged. An account may repeat 120 requests at once and 2 more per second. While the first one is still running the answer is 409 with `Retry-After`.',
    },
  ],
};

const NOT_CHARGED: Section = {
  id: 'failures',
  title: 'What is not charged',
  blocks: [
    {
      kind: 'text',
      text: 'A request that is refused, and one whose model fails before any output. A stream that is left is charged for what was written until then.',
    },
  ],
};
