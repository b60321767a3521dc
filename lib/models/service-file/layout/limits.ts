import { z } from 'zod';

/** Classes of limits that a tier or an account may set. Source: docs/api-rules.md, "Rate limits". */
const LIMIT_CLASSES = [
  'text_XS',
  'text_S',
  'text_M',
  'text_L',
  'image',
  'audio',
  'embedding',
  'video_queue',
  'video_retrieve',
  'audio_queue',
  'audio_retrieve',
  'augment_search',
  'augment_scrape',
  'augment_text_parser',
  'crypto_rpc',
  'create_key',
  'api',
] as const;

const TIERS = ['standard', 'partner'] as const;

const MAX_PER_MINUTE = 1_000_000_000_000;
/** The YAML parser compares every key of a map with every other one. */
const MAX_ACCOUNTS = 1_000;
/** The same limit as for accounts. */
const MAX_EMAIL_CHARACTERS = 254;

const limit = z.strictObject({
  rpm: z.int().min(1).max(MAX_PER_MINUTE),
  tpm: z.int().min(1).max(MAX_PER_MINUTE).optional(),
});

const limits = z.partialRecord(z.enum(LIMIT_CLASSES), limit);

/** An account with its own limits: an email address in any case, or an account id. */
const accountName = z
  .string()
  .max(MAX_EMAIL_CHARACTERS, { error: `is too long: an email address has at most ${MAX_EMAIL_CHARACTERS} characters` })
  .refine((name) => z.regexes.html5Email.test(name) || z.guid().safeParse(name).success, {
    error: 'is not an account; write its email address or its id',
  });

/** Limits by tier and class. */
export const TiersLayout = z.partialRecord(z.enum(TIERS), limits).default({});

/** Limits by account and class. */
export const AccountsLayout = z
  .record(accountName, limits)
  .refine((accounts) => Object.keys(accounts).length <= MAX_ACCOUNTS, {
    error: `has too many accounts: at most ${MAX_ACCOUNTS}; set the limits of their tier instead`,
  })
  .default({});

/** How members of limits are written, by name. */
export const LIMIT_EXAMPLES: Record<string, string> = {
  tiers: '{ partner: { text_S: { rpm: 150, tpm: 1500000 } } }',
  accounts: '{ ada@example.com: { text_S: { rpm: 300, tpm: 3000000 } } }',
  rpm: '150',
  tpm: '1500000',
};

/** The members that a map of `tiers` or `accounts` may have. */
export function limitMembersAt(path: readonly PropertyKey[]): readonly string[] {
  if (path.length === 1) return TIERS;
  return path.length === 2 ? LIMIT_CLASSES : Object.keys(limit.shape);
}
