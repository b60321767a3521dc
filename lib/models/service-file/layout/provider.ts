import { z } from 'zod';
import { WORKFLOW_EXAMPLES, WorkflowLayout, workflowMembersAt } from '../workflow';

/** The longest timeout of a provider: no hold lives longer (docs/architecture.md, "Time limits"). */
const MAX_WAIT_MS = 600_000;
const MIN_WAIT_MS = 100;

const baseUrl = z.string().refine(isBaseUrl, {
  error: 'is not an http or https address; write it like "http://127.0.0.1:8000/v1"',
});
const secret = z.string().min(1);
const wait = z.int().min(MIN_WAIT_MS).max(MAX_WAIT_MS).optional();

const times = z.strictObject({ first_byte_ms: wait, idle_ms: wait, whole_ms: wait });

/** Whether images and videos are sent as checked bytes, or as the caller's addresses. */
const mediaUrls = z.enum(['inline', 'forward']).default('inline');

/** How callers who do not stream are answered; the default depends on the kind. */
const unstreamed = z.enum(['whole', 'stream']).optional();

/** Fields of a call that the service itself decides: they say who answers, how much, and how it comes back. */
const DECIDED = new Set(['model', 'messages', 'n', 'stream', 'stream_options', 'max_tokens', 'max_completion_tokens']);
const MAX_FORWARDED = 50;

/** Names of request fields outside the API that the server gets unchanged. */
const forwardFields = z
  .array(
    z
      .string()
      .regex(/^[A-Za-z][A-Za-z0-9_]{0,63}$/, {
        error: 'is not the name of a field; use at most 64 letters, digits, and "_", beginning with a letter',
      })
      .refine((name) => !DECIDED.has(name), { error: 'is decided by the service; leave it out' }),
  )
  .max(MAX_FORWARDED)
  .optional();

const openAiCompatible = z.strictObject({
  kind: z.literal('openai-compatible'),
  base_url: baseUrl,
  api_key: secret.optional(),
  dialect: z
    .enum(['openai', 'openrouter', 'vllm', 'sglang', 'llama.cpp', 'ollama', 'tgi', 'lm-studio', 'localai'])
    .optional(),
  forward_fields: forwardFields,
  media_urls: mediaUrls,
  unstreamed,
  times: times.optional(),
});

const withKey = z.strictObject({
  kind: z.enum(['anthropic', 'google']),
  api_key: secret,
  base_url: baseUrl.optional(),
  media_urls: mediaUrls,
  unstreamed,
  times: times.optional(),
});

const xai = z.strictObject({ ...withKey.shape, kind: z.literal('xai') });

/** Amazon Bedrock does not accept addresses of images. */
const amazonBedrock = z.strictObject({
  kind: z.literal('amazon-bedrock'),
  region: z.string().regex(/^[a-z]{2,4}(-[a-z]+)+-\d$/, { error: 'is not a region; write it like "us-east-1"' }),
  api_key: secret.optional(),
  access_key_id: secret.optional(),
  secret_access_key: secret.optional(),
  session_token: secret.optional(),
  base_url: baseUrl.optional(),
  unstreamed,
  times: times.optional(),
});

/** AUTOMATIC1111, Forge, and the server of stable-diffusion.cpp. */
const automatic1111 = z.strictObject({
  kind: z.literal('automatic1111'),
  base_url: baseUrl,
  api_auth: z
    .string()
    .regex(/^[^:\s]+:.+$/, { error: 'is not a user and a password; write it like "user:password"' })
    .optional(),
  times: times.optional(),
});

/** A model of this provider is one of its workflows. */
const comfyUi = z.strictObject({
  kind: z.literal('comfyui'),
  base_url: baseUrl,
  api_key: secret.optional(),
  workflows: z.record(z.string().min(1).max(128), WorkflowLayout),
  times: times.optional(),
});

/** A provider in the service file. */
export const ProviderLayout = z.discriminatedUnion('kind', [
  openAiCompatible,
  withKey,
  xai,
  amazonBedrock,
  automatic1111,
  comfyUi,
]);
export type ProviderLayout = z.output<typeof ProviderLayout>;

/** How a member of a provider is written, by name. */
export const PROVIDER_EXAMPLES: Record<string, string> = {
  ...WORKFLOW_EXAMPLES,
  kind: 'openai-compatible',
  base_url: '"http://127.0.0.1:8000/v1"',
  api_key: '"${LAB_KEY}"',
  dialect: 'vllm',
  forward_fields: '[guided_json, priority]',
  media_urls: 'inline',
  unstreamed: 'whole',
  times: '{ first_byte_ms: 120000, idle_ms: 60000, whole_ms: 600000 }',
  first_byte_ms: '120000',
  idle_ms: '60000',
  whole_ms: '600000',
  region: '"us-east-1"',
  access_key_id: '"${AWS_ACCESS_KEY_ID}"',
  secret_access_key: '"${AWS_SECRET_ACCESS_KEY}"',
  session_token: '"${AWS_SESSION_TOKEN}"',
  api_auth: '"${A1111_AUTH}"',
  workflows: '{ sdxl: { nodes: …, inputs: { prompt: "6.text", seed: "3.seed" } } }',
};

const SHAPES: Record<string, object> = {
  anthropic: withKey.shape,
  google: withKey.shape,
  xai: xai.shape,
  'amazon-bedrock': amazonBedrock.shape,
  automatic1111: automatic1111.shape,
  comfyui: comfyUi.shape,
};

/**
 * The members that a provider, its `times`, or one of its workflows may have.
 * @param path from the top of the file
 * @param kind the value of `kind` in that provider
 */
export function providerMembersAt(path: readonly PropertyKey[], kind: unknown): readonly string[] {
  if (path.at(-1) === 'times' && path.length > 2) return Object.keys(times.shape);
  if (kind === 'comfyui' && path[2] === 'workflows' && path.length > 3) return workflowMembersAt(path.slice(4));
  const shape = typeof kind === 'string' && Object.hasOwn(SHAPES, kind) ? SHAPES[kind] : undefined;
  return Object.keys(shape ?? openAiCompatible.shape);
}

function isBaseUrl(text: string): boolean {
  if (!URL.canParse(text)) return false;
  const url = new URL(text);
  return /^https?:$/.test(url.protocol) && url.username === '' && url.password === '' && url.search === '';
}
