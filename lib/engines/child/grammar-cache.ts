import { type Llama, LlamaGrammarEvaluationState, type LlamaModel } from 'node-llama-cpp';

/** Maximum compiled grammars that are kept. The largest ones take a few megabytes each. */
const KEPT = 16;

/** The start state of a grammar, for one answer. @throws Error if the text is not a grammar */
export type GrammarCache = (grammar: string) => Promise<LlamaGrammarEvaluationState>;

/** Compiles each grammar once; beyond the maximum, the least recently used one is dropped. */
export function openGrammarCache(llama: Llama, model: LlamaModel): GrammarCache {
  const kept = new Map<string, LlamaGrammarEvaluationState>();
  return async (grammar) => {
    const state =
      kept.get(grammar) ?? new LlamaGrammarEvaluationState({ model, grammar: await llama.createGrammar({ grammar }) });
    kept.delete(grammar);
    kept.set(grammar, state);
    const [oldest] = kept.keys();
    if (kept.size > KEPT && oldest !== undefined) kept.delete(oldest);
    // An answer changes the state that it gets.
    return state.clone();
  };
}
