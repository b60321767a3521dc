import type { Section } from '../contract';
import { jsonText } from '../../core/samples/literal';
import { REPEATS } from '../../limits/repeats';
import type { Guide, GuideContext } from './types';

/** At the price of the embedded models, 0.05 and 0.10 USD per million tokens. */
const COST = {
  usage: { prompt_tokens: 31, completion_tokens: 12, total_tokens: 43 },
  cost: { usd: 0.00000275, diem: 0 },
};

/** What is charged, where the cost is reported, and how to repeat a request without paying twice. */
export function billingGuide({ serviceId }: GuideContext): Guide {
  return {
    slug: 'billing',
    title: 'Billing',
    summary: 'Credit is prepaid and never goes below zero. Each answer reports its cost.',
    sections: [
      ANSWER_COST,
      {
        id: 'balance',
        title: 'The balance',
        blocks: [
          {
            kind: 'list',
            items: [
              `\`x-${serviceId}-balance-usd\` and \`x-${serviceId}-balance-diem\` on every answer: the credit available **before** the request. For a key with a limit, what that key could still spend.`,
              '[GET /billing/balance](/docs/getBillingBalance): the credit available now.',
              '[GET /billing/usage-history](/docs/getBillingUsageHistory): every charge, also as CSV.',
              '[GET /billing/usage-analytics](/docs/getBillingUsageAnalytics): totals by day, model, and key.',
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
      text: 'Every paid chat answer has `usage` and `cost`; in a stream, the last chunk has them. The cost is the number of tokens times the price of [the model](/docs/getModels), rounded up once, to the nano-USD. Here the model costs 0.05 USD per million tokens of input and 0.10 USD of output: 31 × 0.05 + 12 × 0.10 = 2.75 millionths of a USD.',
    },
    {
      kind: 'text',
      text: 'Before a request runs, its maximum cost is reserved. Afterward, the exact cost is charged and the rest is released. If your credit does not cover `max_completion_tokens`, the answer is shorter; if it does not cover the prompt and 16 tokens per choice, the request is refused with 402 before anything is spent.',
    },
    {
      kind: 'text',
      text: 'An image costs the price of its model, by resolution and quality where [the model](/docs/getModels) has them, times the number of variants. Your credit must cover all of them; variants that fail or are refused are not charged.',
    },
  ],
};

const REPEATING: Section = {
  id: 'idempotency',
  title: 'Repeat requests without paying twice',
  blocks: [
    {
      kind: 'code',
      label: 'Idempotency-Key header',
      code: 'Idempotency-Key: 5f0c7a52-6a1d-4a1f-9d0e-2f3c4b5a6d7e',
    },
    {
      kind: 'text',
      text: `Every POST that spends credit accepts an \`Idempotency-Key\`: 1 to 255 visible ASCII characters of your choice. A repeat with the same key and body within a day gets the first answer again, with \`idempotent-replayed: true\` and the first request’s ID in \`original-request\`, and is not charged. An account may repeat ${REPEATS.burst} requests at once and ${REPEATS.perSecond} more per second. While the first request is still running, a repeat gets 409 with \`Retry-After\`.`,
    },
  ],
};

const NOT_CHARGED: Section = {
  id: 'failures',
  title: 'What is not charged',
  blocks: [
    {
      kind: 'text',
      text: 'Requests that are refused, and requests whose model fails before any output. If you leave a stream early, you pay for what was generated until then. Images that were not delivered, or that are black because their content was refused, cost nothing.',
    },
  ],
};
