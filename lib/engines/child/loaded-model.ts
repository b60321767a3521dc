/** A model in memory: its tokenizer, and a pool of sequences over one context. */
import {
  getLlama,
  type Llama,
  type LlamaContextSequence,
  LlamaLogLevel,
  type LlamaModel,
  type Token,
  TokenBias,
} from 'node-llama-cpp';
import type { ChildModel } from '../chat-jobs';
import { MESSAGE_BEGIN, type PromptTokenizer } from './chat-prompt';
import { createModelCache, type ModelCache } from './model-cache';
import { createTokenTexts, type TokenText } from './decode/token-text';
import { type GrammarCache, openGrammarCache } from './grammar-cache';
import { createPromptSteps, type PromptSteps, STEP_TOKENS } from './prompt-steps';
import { createSequencePool, type SequencePool } from './sequence-pool';
import { createSweep } from './sweep';

/** A loaded model. */
export type LoadedModel = {
  model: LlamaModel;
  tokenizer: PromptTokenizer<Token>;
  pool: SequencePool<Token, LlamaContextSequence>;
  /** Shared by all models of the engine. */
  steps: PromptSteps;
  /** To be called at each evaluation. */
  sweep: () => void;
  grammarState: GrammarCache;
  textOf: (token: Token) => TokenText;
  /** Tokens that separate messages, end answers or have no text: no answer contains one. */
  specials: ReadonlySet<Token>;
  /** Excludes them from answers under a grammar, which would allow their texts. Those that end an answer stay. */
  withoutSpecials: TokenBias;
  /** The token that begins a message. */
  anchor: Token;
};

/**
 * The models of this process.
 * @param threads never the library's default: too many threads contend and the speed collapses
 * @param boundBytes the memory that all models may take together
 */
export async function openModels(threads: number, boundBytes: number): Promise<ModelCache<ChildModel, LoadedModel>> {
  const llama = await getLlama({
    build: 'never',
    gpu: false,
    maxThreads: threads,
    progressLogs: false,
    logLevel: LlamaLogLevel.error,
  });
  const steps = createPromptSteps();
  return createModelCache<ChildModel, LoadedModel>({
    load: (wanted) => load(llama, wanted, threads, steps),
    dispose: ({ model }) => model.dispose(),
    boundBytes,
    now: () => performance.now(),
  });
}

async function load(llama: Llama, wanted: ChildModel, threads: number, steps: PromptSteps): Promise<LoadedModel> {
  const model = await llama.loadModel({ modelPath: wanted.path });
  try {
    return await openContext(llama, model, wanted, threads, steps);
  } catch (thrown) {
    // Otherwise each further try would take its memory once more.
    await model.dispose();
    throw thrown;
  }
}

async function openContext(
  llama: Llama,
  model: LlamaModel,
  wanted: ChildModel,
  threads: number,
  steps: PromptSteps,
): Promise<LoadedModel> {
  const context = await model.createContext({
    sequences: wanted.sequences,
    contextSize: wanted.contextTokens,
    batchSize: STEP_TOKENS,
    threads,
  });
  const sequences = Array.from({ length: wanted.sequences }, () => context.getSequence());
  const specials = [...model.iterateAllTokens()].filter(model.isSpecialToken);
  const tokenizer = tokenizerOf(model, wanted.id);
  return {
    model,
    tokenizer,
    steps,
    sweep: createSweep(),
    pool: createSequencePool<Token, LlamaContextSequence>(sequences, wanted.maxWaiting),
    grammarState: openGrammarCache(llama, model),
    textOf: createTokenTexts(model),
    specials: new Set(specials),
    withoutSpecials: specials.reduce((bias, token) => bias.set(token, 'never'), TokenBias.for(model)),
    anchor: tokenizer.special(MESSAGE_BEGIN),
  };
}

function tokenizerOf(model: LlamaModel, id: string): PromptTokenizer<Token> {
  return {
    plain: (text) => model.tokenize(text, false),
    special: (text) => {
      const [token, ...more] = model.tokenize(text, true);
      if (token === undefined || more.length > 0) throw new Error(`${id} has no token ${text}`);
      return token;
    },
  };
}
