import { z } from 'zod';
import { hasMisleadingMarks, MISLEADING_TEXT_MESSAGE } from '../core/text/misleading-text';
import { Time } from '../core/time-schema';
import { DEFAULT_LIMIT_PERIOD, DEFAULT_MODEL_PRIVACY, MAX_KEY_DESCRIPTION_CHARACTERS, MAX_LIMIT } from './constants';
import { exactNano, LIMIT_DECIMALS } from './limit-amount';
import { ExpiresAt } from './expires-at';
import { changedLimits, newLimits } from './request-limits';

/** The limits in force, and the requests that they refused. */
export { type ModelLimits, RateLimitLog, RateLimits } from './rate-limits/contract';

const KeyTypeField = z.enum(['INFERENCE', 'ADMIN']).meta({
  description: 'INFERENCE spends; ADMIN also manages keys and views billing.',
  example: 'INFERENCE',
});
const LimitPeriod = z.enum(['EPOCH', 'MONTH', 'LIFETIME']).meta({
  description: 'The window of the limits: every UTC day, every month, or never reset.',
  example: 'EPOCH',
});
const ModelPrivacyField = z.enum(['ALL', 'PRIVATE_TEXT', 'PRIVATE_ONLY']).meta({
  description: 'Which models the key may call.',
  example: 'ALL',
});

/** The description of a key. PostgreSQL stores every character except U+0000. */
export const KeyDescription = z
  .string()
  .max(MAX_KEY_DESCRIPTION_CHARACTERS, `Must have at most ${MAX_KEY_DESCRIPTION_CHARACTERS} characters`)
  .refine((text) => !text.includes('\0'), 'Must not contain the character U+0000')
  .refine((text) => !hasMisleadingMarks(text), MISLEADING_TEXT_MESSAGE)
  .meta({ description: 'What the key is for; may be empty.', example: 'worker' });

/** The ID of a key, a UUID of any version. */
export const KeyId = z
  .guid('Must be a UUID')
  .meta({ description: 'The ID of the key.', example: '0b7f6a52-6a1d-4a1f-9d0e-2f3c4b5a6d7e' });

/** What a key may spend per period, in whole units of the currency (docs/api-rules.md, "Key object"). */
export const LimitAmount = z
  .number()
  .min(0, 'Must be 0 or more')
  .max(MAX_LIMIT, `Must be ${MAX_LIMIT} or less`)
  .refine((amount) => exactNano(Math.abs(amount)) !== null, `Must have at most ${LIMIT_DECIMALS} decimals`);

const LimitMembers = z.strictObject({
  usd: LimitAmount.nullish().meta({ description: 'Limit in USD.', example: 5 }),
  diem: LimitAmount.nullish().meta({ description: 'DIEM.', example: null }),
  vcu: LimitAmount.nullish().meta({
    description: 'The legacy name of diem; if both are sent, diem applies.',
    example: null,
    deprecated: true,
  }),
});

/** The body of `POST /api_keys`: strict (docs/api-rules.md, "Create a key"). */
export const CreateKey = z
  .strictObject({
    apiKeyType: KeyTypeField,
    description: KeyDescription,
    consumptionLimit: LimitMembers.transform(newLimits)
      .nullish()
      .meta({
        description: 'Limits per period; a null or absent member means no limit.',
        example: { usd: 5 },
      }),
    limitPeriod: LimitPeriod.nullable().default(DEFAULT_LIMIT_PERIOD),
    expiresAt: ExpiresAt.optional(),
    modelPrivacy: ModelPrivacyField.nullable().default(DEFAULT_MODEL_PRIVACY),
  })
  .meta({ id: 'CreateKey', description: 'The settings of a new key.' });
export type CreateKey = z.output<typeof CreateKey>;

/**
 * The body of `PATCH /api_keys`: strict; absent members are unchanged, a null period or privacy is reset to the default
 * (docs/api-rules.md, "Update a key"). The type of a key cannot change.
 */
export const UpdateKey = z
  .strictObject({
    id: KeyId,
    description: KeyDescription.optional(),
    expiresAt: ExpiresAt.optional(),
    consumptionLimit: LimitMembers.nullable()
      .transform(changedLimits)
      .optional()
      .meta({
        description:
          'Limits per period; null clears all, a null member clears that one, an absent member is unchanged.',
        example: { usd: 5 },
      }),
    limitPeriod: LimitPeriod.nullish(),
    modelPrivacy: ModelPrivacyField.nullish(),
  })
  .meta({ id: 'UpdateKey', description: 'The members to change; absent ones are unchanged.' });
export type UpdateKey = z.output<typeof UpdateKey>;

/** The ID for `DELETE /api_keys`, in the query or the body (docs/api-rules.md, "Revoke a key"). */
export const RevokeKey = z.object({ id: KeyId.optional() });

const Limits = z
  .object({
    usd: z.number().nullable().meta({ description: 'USD; null means no limit.', example: 5 }),
    diem: z.number().nullable().meta({ description: 'DIEM; null means no limit.', example: null }),
    vcu: z.number().nullable().meta({ description: 'The legacy name of diem.', example: null }),
  })
  .meta({ description: 'What the key may spend per period.' });
/** Limits as returned: every member always present, `vcu` the same as `diem`. */
export type Limits = z.output<typeof Limits>;

/** A key as lists return it (docs/api-rules.md, "Key object"). */
export const Key = z
  .object({
    id: z.string().meta({ description: 'The ID of the key.', example: '0b7f6a52-6a1d-4a1f-9d0e-2f3c4b5a6d7e' }),
    apiKeyType: KeyTypeField,
    description: z.string().meta({ description: 'What the key is for.', example: 'worker' }),
    consumptionLimits: Limits,
    limitPeriod: LimitPeriod,
    modelPrivacy: ModelPrivacyField,
    createdAt: Time.meta({ description: 'When it was created, ISO 8601.', example: '2026-11-21T09:00:00.000Z' }),
    expiresAt: Time.nullable().meta({ description: 'When it expires, ISO 8601; null for never.', example: null }),
    lastUsedAt: Time.nullable().meta({ description: 'When it was last used, ISO 8601.', example: null }),
    last6Chars: z
      .string()
      .meta({ description: 'The last 6 characters of the secret, to identify the key.', example: 'Qx7dLw' }),
    usage: z
      .object({ trailingSevenDays: z.object({ usd: z.string(), vcu: z.string(), diem: z.string() }) })
      .optional()
      .meta({ description: 'Its spend today and in the six days before, four decimals; in lists and single keys.' }),
    currentPeriodUsage: z
      .object({ usd: z.string(), diem: z.string() })
      .optional()
      .meta({ description: 'Its spend in the current window of its limits, four decimals; only if it has a limit.' }),
  })
  .meta({ id: 'Key', description: 'An API key.' });
export type Key = z.output<typeof Key>;

/** The answer to `GET /api_keys` (docs/api-rules.md, "List keys"). */
export const KeyList = z
  .object({ object: z.literal('list'), data: z.array(Key).meta({ description: 'Newest first.' }) })
  .meta({ id: 'KeyList', description: 'The usable keys of an account.' });
export type KeyList = z.output<typeof KeyList>;

/** The answer to `GET /api_keys/{id}` (docs/api-rules.md, "Find a key"). */
export const FoundKey = z.object({ data: Key }).meta({ id: 'FoundKey', description: 'One key.' });
export type FoundKey = z.output<typeof FoundKey>;

/** The answer to `GET /api/console/keys/spend`: the spend of each usable key today and in the six days before, UTC. */
export const KeySpendList = z.object({
  days: z.array(z.string()).meta({ description: 'The days, YYYY-MM-DD, oldest first.' }),
  keys: z.array(
    z.object({
      id: z.string(),
      usd: z.array(z.string()).meta({ description: 'Exact decimal texts, one per day.' }),
      diem: z.array(z.string()).nullable().meta({ description: 'The same in DIEM; null if none was spent.' }),
      current: z
        .object({ usd: z.string(), diem: z.string(), limitPeriod: LimitPeriod })
        .meta({ description: 'Its spend in the current window of its limits, exact decimal texts, and the window.' }),
    }),
  ),
});
export type KeySpendList = z.output<typeof KeySpendList>;

const Success = z.literal(true).meta({ description: 'Always true; failures have another status.', example: true });

/** The answer to `POST /api_keys`: the only response that contains the secret (docs/api-rules.md, "Create a key"). */
export const CreatedKey = z
  .object({
    success: Success,
    data: Key.pick({
      id: true,
      apiKeyType: true,
      description: true,
      limitPeriod: true,
      expiresAt: true,
      modelPrivacy: true,
    }).extend({
      apiKey: z.string().meta({
        description: 'The secret. It is never shown again.',
        example: '…_INFERENCE_KEY_mT4vK9sBn2XcR8yLq0WzQx7dLw',
      }),
      consumptionLimit: Limits,
    }),
  })
  .meta({ id: 'CreatedKey', description: 'A new key with its secret.' });
export type CreatedKey = z.output<typeof CreatedKey>;

/** The answer to `PATCH /api_keys`: the key without its usage (docs/api-rules.md, "Update a key"). */
export const UpdatedKey = z
  .object({ success: Success, data: Key })
  .meta({ id: 'UpdatedKey', description: 'The updated key.' });
export type UpdatedKey = z.output<typeof UpdatedKey>;

/** The answer to `DELETE /api_keys` (docs/api-rules.md, "Revoke a key"). */
export const RevokedKey = z
  .object({ success: Success })
  .meta({ id: 'RevokedKey', description: 'The key was revoked.' });
export type RevokedKey = z.output<typeof RevokedKey>;
