/** What the owner's page needs of connected providers without the schemas. */

/** The kind of a preset: which wire format it has. */
export type PresetKind = 'openai-compatible' | 'anthropic' | 'google' | 'amazon-bedrock';

/** A server or service that can be connected. */
export type Preset = {
  id: PresetId;
  label: string;
  kind: PresetKind;
  /** The usual name of the provider. */
  name: string;
  /** The address that is filled in; for vendors their own, which is used without any. */
  baseUrl: string;
  /** Whether it refuses requests without a key. */
  needsKey: boolean;
  /** Where the key comes from, or how its server is started; one sentence. */
  hint: string;
};

/** The presets, in the order of the page. */
export const PRESET_IDS = [
  'openai',
  'anthropic',
  'google',
  'amazon-bedrock',
  'openrouter',
  'ollama',
  'vllm',
  'llama.cpp',
  'lm-studio',
  'other',
] as const;
/** The ID of a preset. */
export type PresetId = (typeof PRESET_IDS)[number];

/** Every preset by its ID. */
export const PRESETS: Record<PresetId, Preset> = {
  openai: {
    ...{ id: 'openai', label: 'OpenAI', kind: 'openai-compatible', name: 'openai', needsKey: true },
    baseUrl: 'https://api.openai.com/v1',
    hint: 'Create a key at platform.openai.com, under API keys.',
  },
  anthropic: {
    ...{ id: 'anthropic', label: 'Anthropic', kind: 'anthropic', name: 'anthropic', needsKey: true },
    baseUrl: 'https://api.anthropic.com/v1',
    hint: 'Create a key at console.anthropic.com, under API keys.',
  },
  google: {
    ...{ id: 'google', label: 'Google', kind: 'google', name: 'google', needsKey: true },
    baseUrl: 'https://generativelanguage.googleapis.com/v1beta',
    hint: 'Create a key for the Gemini API at aistudio.google.com.',
  },
  'amazon-bedrock': {
    ...{ id: 'amazon-bedrock', label: 'Amazon Bedrock', kind: 'amazon-bedrock', name: 'bedrock', needsKey: true },
    baseUrl: '',
    hint: 'Use an API key of Amazon Bedrock, or an access key that may invoke its models.',
  },
  openrouter: {
    ...{ id: 'openrouter', label: 'OpenRouter', kind: 'openai-compatible', name: 'openrouter', needsKey: true },
    baseUrl: 'https://openrouter.ai/api/v1',
    hint: 'Create a key at openrouter.ai, under Keys.',
  },
  ollama: {
    ...{ id: 'ollama', label: 'Ollama', kind: 'openai-compatible', name: 'ollama', needsKey: false },
    baseUrl: 'http://127.0.0.1:11434/v1',
    hint: 'The address of a running ollama serve, with /v1.',
  },
  vllm: {
    ...{ id: 'vllm', label: 'vLLM', kind: 'openai-compatible', name: 'vllm', needsKey: false },
    baseUrl: 'http://127.0.0.1:8000/v1',
    hint: 'The address of a running vllm serve, with /v1.',
  },
  'llama.cpp': {
    ...{ id: 'llama.cpp', label: 'llama.cpp', kind: 'openai-compatible', name: 'llama-cpp', needsKey: false },
    baseUrl: 'http://127.0.0.1:8080/v1',
    hint: 'The address of a running llama-server, with /v1.',
  },
  'lm-studio': {
    ...{ id: 'lm-studio', label: 'LM Studio', kind: 'openai-compatible', name: 'lm-studio', needsKey: false },
    baseUrl: 'http://127.0.0.1:1234/v1',
    hint: 'The address of the local server of LM Studio, with /v1.',
  },
  other: {
    ...{ id: 'other', label: 'Any address', kind: 'openai-compatible', name: '', needsKey: false },
    baseUrl: '',
    hint: 'The address before /chat/completions of any server that speaks the OpenAI format.',
  },
};

/** Bounds of what can be connected. */
export const MAX_PROVIDERS = 100;
export const MAX_MODELS = 2_000;
export const MAX_UPSTREAMS = 8;
export const MAX_ALIASES = 20;
/** How many models one request may add. */
export const MAX_ADDED = 200;

/** An amount of USD per million tokens, as the API takes it: at most nine decimals. */
export const PRICE_PATTERN = /^\d{1,10}(\.\d{1,9})?$/;
/** Bounds of a model's texts and numbers. */
export const MAX_MODEL_ID_CHARACTERS = 128;
export const MAX_NAME_CHARACTERS = 200;
export const MAX_CONTEXT_TOKENS = 100_000_000;

/** What a text model can do, as an owner chooses it. */
export const MODEL_ABILITIES = [
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
] as const;
export type ModelAbility = (typeof MODEL_ABILITIES)[number];

/** Size classes of text models: they decide rate limits. */
export const MODEL_CLASSES = ['XS', 'S', 'M', 'L'] as const;
