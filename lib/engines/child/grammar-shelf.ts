import { type Llama, LlamaGrammarEvaluationState, type LlamaModel } from 'node-llama-cpp';

/** Grammars that are kept compiled. The largest ones take a few megabytes each. */
const KEPT = 16;

/** The beginning of a grammar, for one answer. @throws Error where the text is no grammar */
export type GrammarShelf = (grammar: string) => Promise<LlamaGrammarEvaluationState>;

/** Compiles each grammar once; of more than are kept, the one that was used longest ago is forgotten. */
export function openGrammarShelf(llama: Llama, model: LlamaModel): GrammarShelf {
  const kept = new Map<string, LlamaGrammarEvaluationState>();
  return async (grammar) => {
    const state =
      kept.get(grammar) ?? new LlamaGrammarEvaluationState({ model, grammar: await llama.createGrammar({ grammar }) });
    kept.delete(grammar);
    kept.set(grammar, state);
    const [oldest] = kept.keys();
    if (kept.size > KEPT && oldest !== undefined) kept.delete(oldest);
    // An answer changes the state that it is given.
    return state.clone();
  };
}
