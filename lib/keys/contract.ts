import { z } from 'zod';

/** Bounds of contract 15. */
export const MAX_KEY_DESCRIPTION_CHARACTERS = 64;

const KeyTypeField = z.enum(['INFERENCE', 'ADMIN']).meta({
  description: 'INFERENCE spends; ADMIN also manages keys and reads the bills.',
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

/** What a key is for. PostgreSQL keeps every character but U+0000. */
export const KeyDescription = z
  .string()
  .max(MAX_KEY_DESCRIPTION_CHARACTERS, `Must have at most ${MAX_KEY_DESCRIPTION_CHARACTERS} characters`)
  .refine((text) => !text.includes('\0'), 'Must not contain the character U+0000')
  .meta({ description: 'What the key is for; may be empty.', example: 'worker' });

/** The id of a key, whatever its version of UUID. */
export const KeyId = z
  .guid('Must be a UUID')
  .meta({ description: 'The id of the key.', example: '0b7f6a52-6a1d-4a1f-9d0e-2f3c4b5a6d7e' });

/** A number would be a promise that nothing keeps yet. */
const NoLimit = z.null({ error: 'consumption limits are not available yet' }).optional();

/** `YYYY-MM-DD`, `YYYY-MM-DDTHH:mm:ss[.sss]Z`, or `""` for never (contract 15.3, 1.5a 11). */
const ExpiresAt = z
  .string()
  .max(40)
  .nullable()
  .transform((text, context) => {
    if (text === null || text === '') return null;
    const at = parseInstant(text);
    if (!at) context.addIssue('Must be YYYY-MM-DD, YYYY-MM-DDTHH:mm:ssZ or "" for never');
    return at;
  })
  .meta({ description: 'When the key ends, UTC; "" for never.', example: '2027-01-31' });

/** The body of `POST /api_keys`: strict (contract 15.3). */
export const CreateKey = z.strictObject({
  apiKeyType: KeyTypeField,
  description: KeyDescription,
  consumptionLimit: z
    .strictObject({ usd: NoLimit, diem: NoLimit, vcu: NoLimit })
    .nullish()
    .meta({ description: 'Limits per period; null members are no limit.', example: { usd: null } }),
  limitPeriod: LimitPeriod.default('EPOCH'),
  expiresAt: ExpiresAt.optional(),
  modelPrivacy: ModelPrivacyField.default('ALL'),
});
export type CreateKey = z.output<typeof CreateKey>;

/** Where `DELETE /api_keys` has its id: the query, or the body (contract 15.5). */
export const RevokeKey = z.object({ id: KeyId.optional() });

const NoLimits = z.object({ usd: z.null(), diem: z.null(), vcu: z.null() });

/** A key as lists tell it (contract 15.1). */
export const Key = z.object({
  id: z.string(),
  apiKeyType: KeyTypeField,
  description: z.string(),
  consumptionLimits: NoLimits,
  limitPeriod: LimitPeriod,
  modelPrivacy: ModelPrivacyField,
  createdAt: z.string(),
  expiresAt: z.string().nullable(),
  lastUsedAt: z.string().nullable(),
  last6Chars: z.string(),
});
export type Key = z.output<typeof Key>;

/** The answer to `GET /api_keys` (contract 15.2). */
export type KeyList = { object: 'list'; data: Key[] };

/** The answer to `POST /api_keys`: the only place that ever holds the secret (contract 15.3). */
export type CreatedKey = {
  success: true;
  data: Pick<Key, 'id' | 'apiKeyType' | 'description' | 'limitPeriod' | 'expiresAt' | 'modelPrivacy'> & {
    apiKey: string;
    consumptionLimit: z.output<typeof NoLimits>;
  };
};

/** No limits at all, as answers tell them. */
export const NO_LIMITS: z.output<typeof NoLimits> = { usd: null, diem: null, vcu: null };

function parseInstant(text: string): Date | null {
  const form = /^(\d{4}-\d{2}-\d{2})(?:T\d{2}:\d{2}:\d{2}(?:\.\d{1,9})?Z)?$/.exec(text);
  const at = form ? new Date(text) : null;
  // The day is compared because some engines read 30 February as 2 March.
  return at && !Number.isNaN(at.getTime()) && at.toISOString().startsWith(form?.[1] ?? '') ? at : null;
}
