/** For tests: asks llama.cpp itself whether a text is what a grammar says. */
import { getLlama, LlamaLogLevel } from 'node-llama-cpp';

/** A judge of texts; the grammar must compile. End it with `close()`. */
export type GrammarChecker = { accepts(grammar: string, text: string): Promise<boolean>; close(): Promise<void> };

/** Loads the native library, no model. */
export async function openGrammarChecker(): Promise<GrammarChecker> {
  const llama = await getLlama({ build: 'never', gpu: false, maxThreads: 1, logLevel: LlamaLogLevel.error });
  return {
    accepts: async (grammar, text) => {
      const compiled = await llama.createGrammar({ grammar });
      // The library's own test door: what it says is what the engine will allow.
      const test: unknown = Reflect.get(compiled, '_testText');
      if (typeof test !== 'function') throw new Error('the library has no _testText any more');
      return Reflect.apply(test, compiled, [text]) === true;
    },
    close: () => llama.dispose(),
  };
}
