import { z } from 'zod';
import { TextPriceLayout } from '../price/text';

/** Text traits that a model may carry; each at most once in the file. Source: contract 6.7. */
const TEXT_TRAITS = [
  'default',
  'fastest',
  'most_intelligent',
  'most_uncensored',
  'default_reasoning',
  'default_vision',
  'default_code',
  'function_calling_default',
] as const;

/** Classes of limits that a tier or an account may set. Source: contract 20. */
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
  'crypto_rpc',
  'create_key',
] as const;

const ABILITIES = [
  'tools',
  'schema',
  'vision',
  'multiple_images',
  'audio',
  'video',
  'reasoning',
  'reasoning_effort',
  'logprobs',
  'code',
  'web_search',
  'x_search',
] as const;

const MAX_CONTEXT_TOKENS = 100_000_000;
const MAX_PER_MINUTE = 1_000_000_000_000;
/** The YAML parser compares every name of a map with every other one. */
const MAX_ACCOUNTS = 1_000;
/** As the accounts have it. */
const MAX_EMAIL_CHARACTERS = 254;

const tokens = z.int().min(1).max(MAX_CONTEXT_TOKENS);

/** A model id: letters, digits and `. _ - /`; never a colon, which begins the suffix of contract 4.4. */
export const MODEL_ID = /^[A-Za-z0-9][A-Za-z0-9._/-]{0,127}$/;

const modelId = z.string().regex(MODEL_ID, {
  error: 'is no model id; use letters, digits, ".", "_", "-" and "/", no ":"',
});

const providerId = z.string().regex(/^[a-z][a-z0-9-]{0,31}$/, {
  error: 'is no provider name; use lower-case letters, digits and "-", beginning with a letter',
});

const foreignName = z
  .string()
  .regex(/^\S{1,128}$/, { error: 'is no alias; use a name without blanks, at most 128 characters' });

const TIERS = ['standard', 'partner'] as const;

const providerEntry = z.strictObject({
  kind: z.enum(['openai-compatible']),
  base_url: z.string().refine(isBaseUrl, {
    error: 'is no http or https address; write it like "http://127.0.0.1:8000/v1"',
  }),
  api_key: z.string().min(1).optional(),
});

const upstreamEntry = z.strictObject({
  provider: z.string(),
  model: z.string().min(1),
  weight: z.number().positive().max(1_000_000).default(1),
});

const day = z.iso.date({ error: 'is no date; write it like "2026-01-31"' });

const deprecationEntry = z.strictObject({
  date: day,
  removes_at: day.optional(),
  starts_at: day.optional(),
  replacement: modelId.optional(),
  remap: z.boolean().default(false),
});

const modelEntry = z.strictObject({
  id: modelId,
  name: z.string().min(1).max(200).optional(),
  description: z.string().max(2_000).default(''),
  source: z.string().max(500).default(''),
  created: day.optional(),
  class: z.enum(['XS', 'S', 'M', 'L']).default('XS'),
  privacy: z.enum(['private', 'anonymized']).default('private'),
  pro: z.boolean().default(false),
  upstreams: z.array(upstreamEntry).min(1).max(32),
  price: TextPriceLayout,
  context: tokens.default(32_768),
  max_completion: tokens.optional(),
  default_completion: tokens.optional(),
  traits: z.array(z.enum(TEXT_TRAITS)).default([]),
  capabilities: z.array(z.enum(ABILITIES)).default([]),
  quantization: z.enum(['fp4', 'fp8', 'fp16', 'bf16', 'int8', 'int4', 'not-available']).default('not-available'),
  deprecation: deprecationEntry.optional(),
});

const limit = z.strictObject({
  rpm: z.int().min(1).max(MAX_PER_MINUTE),
  tpm: z.int().min(1).max(MAX_PER_MINUTE).optional(),
});

const limits = z.partialRecord(z.enum(LIMIT_CLASSES), limit);

/** Who has limits of their own: an e-mail address in whatever case, or the id of an account. */
const accountName = z
  .string()
  .max(MAX_EMAIL_CHARACTERS, { error: `is too long: an e-mail address has at most ${MAX_EMAIL_CHARACTERS} characters` })
  .refine((name) => z.regexes.html5Email.test(name) || z.guid().safeParse(name).success, {
    error: 'is no account; write its e-mail address, or its id',
  });

/** The service file as it stands in YAML. Unknown members are refused everywhere: a slip must not pass silently. */
export const ServiceFileLayout = z.strictObject({
  include: z.array(z.enum(['embedded', 'automatic'])).default(['embedded', 'automatic']),
  system_prompt: z.string().max(100_000).default(''),
  providers: z.record(providerId, providerEntry).default({}),
  models: z.array(modelEntry).max(10_000).default([]),
  aliases: z.record(foreignName, z.string().min(1)).default({}),
  tiers: z.partialRecord(z.enum(TIERS), limits).default({}),
  accounts: z
    .record(accountName, limits)
    .refine((accounts) => Object.keys(accounts).length <= MAX_ACCOUNTS, {
      error: `has too many accounts: at most ${MAX_ACCOUNTS}; set the limits of their tier instead`,
    })
    .default({}),
});
export type ServiceFileLayout = z.output<typeof ServiceFileLayout>;

/** How a member is written, for the advice in a problem's words. By the member's name. */
export const EXAMPLES: Record<string, string> = {
  include: '[embedded, automatic]',
  system_prompt: '"You are a helpful assistant."',
  providers: '{ lab: { kind: openai-compatible, base_url: http://127.0.0.1:8000/v1 } }',
  kind: 'openai-compatible',
  base_url: '"http://127.0.0.1:8000/v1"',
  api_key: '"${LAB_KEY}"',
  models: '- { id: big, upstreams: [{ provider: lab, model: org/big }], price: { input: "0.15", output: "0.60" } }',
  id: 'big',
  upstreams: '[{ provider: lab, model: org/big }]',
  provider: 'lab',
  model: 'org/big',
  weight: '1',
  price: '{ input: "0.15", output: "0.60" }, in USD per million tokens',
  input: '"0.15"',
  output: '"0.60"',
  cache_input: '"0.05"',
  cache_write: '"0.20"',
  extended: '{ above: 200000, input: "0.30", output: "0.90" }',
  above: '200000',
  context: '32768',
  max_completion: '8192',
  default_completion: '2048',
  traits: '[default]',
  capabilities: '[tools, schema]',
  aliases: '{ gpt-4o: big }',
  tiers: '{ partner: { text_S: { rpm: 150, tpm: 1500000 } } }',
  accounts: '{ ada@example.com: { text_S: { rpm: 300, tpm: 3000000 } } }',
  rpm: '150',
  tpm: '1500000',
  pro: 'true',
  deprecation: '{ date: 2026-12-31, replacement: big, remap: true }',
  date: '2026-12-31',
  removes_at: '2027-01-10',
  starts_at: '2026-12-20',
  replacement: 'big',
  remap: 'true',
};

/** The members that a map of the file may have, by where it stands. */
export function membersAt(path: readonly PropertyKey[]): readonly string[] {
  switch (path[0]) {
    case undefined:
      return Object.keys(ServiceFileLayout.shape);
    case 'providers':
      return Object.keys(providerEntry.shape);
    case 'models':
      if (path.includes('extended')) return Object.keys(TextPriceLayout.shape.extended.unwrap().shape);
      if (path.includes('price')) return Object.keys(TextPriceLayout.shape);
      if (path.includes('deprecation')) return Object.keys(deprecationEntry.shape);
      return Object.keys(path.includes('upstreams') ? upstreamEntry.shape : modelEntry.shape);
    case 'tiers':
      if (path.length === 1) return TIERS;
      return path.length === 2 ? LIMIT_CLASSES : Object.keys(limit.shape);
    case 'accounts':
      return path.length === 2 ? LIMIT_CLASSES : Object.keys(limit.shape);
    default:
      return [];
  }
}

function isBaseUrl(text: string): boolean {
  if (!URL.canParse(text)) return false;
  const url = new URL(text);
  return /^https?:$/.test(url.protocol) && url.username === '' && url.password === '' && url.search === '';
}
