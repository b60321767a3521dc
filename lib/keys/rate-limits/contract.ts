import { z } from 'zod';
import { Time } from '../../core/time-schema';

const ModelLimits = z.object({
  apiModelId: z.string().meta({ description: 'The ID of the model.', example: 'demo-text-s' }),
  rateLimits: z.array(
    z.object({
      amount: z.number().meta({ description: 'The maximum per minute.', example: 75 }),
      type: z.enum(['RPM', 'TPM', 'RPD']).meta({
        description:
          'What is counted, per account and model: requests or tokens per minute; requests per day (`RPD`) is reserved.',
        example: 'RPM',
      }),
    }),
  ),
});
/** The limits of one model (docs/api-rules.md, "Key rate limits"). */
export type ModelLimits = z.output<typeof ModelLimits>;

/**
 * The answer to `GET /api_keys/rate_limits`; balances are always numbers
 * (docs/api-rules.md, "Key rate limits" and "Wire tolerances").
 */
export const RateLimits = z
  .object({
    data: z.object({
      accessPermitted: z.boolean().meta({
        description:
          'Whether a request would be admitted, given account and key status, balance, and limits of the key.',
        example: true,
      }),
      apiTier: z.object({
        id: z.string().meta({ description: 'The tier of the account: `paid` or `partner`.', example: 'paid' }),
        isCharged: z.boolean().meta({ description: 'Whether requests are charged.', example: true }),
      }),
      balances: z
        .object({ USD: z.number(), DIEM: z.number() })
        .meta({ description: 'What this key can spend now, within its limits.', example: { USD: 12.5, DIEM: 3 } }),
      keyExpiration: Time.nullable().meta({
        description: 'When the key expires, ISO 8601; null for never and for a browser session.',
        example: null,
      }),
      nextEpochBegins: Time.meta({ description: 'The next 00:00 UTC, ISO 8601.', example: '2026-11-22T00:00:00.000Z' }),
      rateLimits: z.array(ModelLimits).meta({ description: 'One entry per model that this key may call.' }),
    }),
  })
  .meta({ id: 'RateLimits', description: 'The current limits and balances of a key.' });
export type RateLimits = z.output<typeof RateLimits>;

/** The answer to `GET /api_keys/rate_limits/log` (docs/api-rules.md, "Refusal log"). */
export const RateLimitLog = z
  .object({
    object: z.literal('list'),
    data: z
      .array(
        z.object({
          apiKeyId: z.string().nullable().meta({
            description: 'The key of the request; null for a browser session.',
            example: '0b7f6a52-6a1d-4a1f-9d0e-2f3c4b5a6d7e',
          }),
          modelId: z.string().meta({
            description: 'The ID of the model; `endpoint:api/v1/<path>` for a limit of an endpoint.',
            example: 'demo-text-s',
          }),
          rateLimitTier: z.string().meta({ description: 'The account’s tier at that time.', example: 'paid' }),
          rateLimitType: z
            .enum(['RPM', 'TPM', 'RPD', 'FAILED_REQUESTS', 'UNSUPPORTED_FEATURE_REQUESTS'])
            .meta({ description: 'The limit that was reached.', example: 'RPM' }),
          timestamp: Time.meta({ description: 'When it was refused, ISO 8601.', example: '2026-11-21T09:12:44.120Z' }),
        }),
      )
      .meta({ description: 'The last 50, newest first.' }),
  })
  .meta({ id: 'RateLimitLog', description: 'Requests that a limit refused.' });
export type RateLimitLog = z.output<typeof RateLimitLog>;
