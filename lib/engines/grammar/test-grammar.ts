/** For tests: asks llama.cpp itself whether a text matches a grammar. */
import { getLlama, LlamaLogLevel } from 'node-llama-cpp';

/** Checks texts; the grammar must compile. End it with `close()`. */
export type GrammarChecker = { accepts(grammar: string, text: string): Promise<boolean>; close(): Promise<void> };

/** Loads the native library, without a model. */
export async function openGrammarChecker(): Promise<GrammarChecker> {
  const llama = await getLlama({ build: 'never', gpu: false, maxThreads: 1, logLevel: LlamaLogLevel.error });
  return {
    accepts: async (grammar, text) => {
      const compiled = await llama.createGrammar({ grammar });
      // The library's own test function: it gives the same answer as the engine.
      const test: unknown = Reflect.get(compiled, '_testText');
      if (typeof test !== 'function') throw new Error('the library has no _testText any more');
      return Reflect.apply(test, compiled, [text]) === true;
    },
    close: () => llama.dispose(),
  };
}
