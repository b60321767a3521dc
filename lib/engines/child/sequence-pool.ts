/** Lends the few sequences of a context: the one that remembers most of a prompt first, in order of arrival. */
import { engineBusy } from '../envelope';

/** What the pool needs to know of a sequence. */
type Remembering<Token> = { compareContextTokens(tokens: Token[]): { firstDifferentIndex: number } };

/** Sequences to borrow. Every acquired sequence must be released. */
export type SequencePool<Token, Sequence> = {
  /**
   * The idle sequence with the longest common prefix; else the next one that is released.
   * @throws ApiError MODEL_AT_CAPACITY if too many wait already; the signal's reason when aborted while waiting
   */
  acquire(prompt: Token[], signal: AbortSignal): Promise<Sequence>;
  release(sequence: Sequence): void;
};

/** @param maxWaiting how many callers may wait; further ones are refused */
export function createSequencePool<Token, Sequence extends Remembering<Token>>(
  sequences: Sequence[],
  maxWaiting: number,
): SequencePool<Token, Sequence> {
  // The least recently released one is first, so that it is the one to be overwritten.
  const idle = [...sequences];
  const waiting = new Set<(sequence: Sequence) => void>();
  return {
    acquire: async (prompt, signal) => {
      signal.throwIfAborted();
      const free = takeBest(idle, prompt);
      if (free) return free;
      if (waiting.size >= maxWaiting) throw engineBusy();
      return new Promise<Sequence>((resolve, reject) => {
        const take = (sequence: Sequence): void => {
          signal.removeEventListener('abort', give);
          resolve(sequence);
        };
        const give = (): void => {
          waiting.delete(take);
          reject(signal.reason as Error);
        };
        waiting.add(take);
        signal.addEventListener('abort', give, { once: true });
      });
    },
    release: (sequence) => {
      const [next] = waiting;
      if (!next) {
        idle.push(sequence);
        return;
      }
      waiting.delete(next);
      next(sequence);
    },
  };
}

function takeBest<Token, Sequence extends Remembering<Token>>(idle: Sequence[], prompt: Token[]): Sequence | null {
  let best = -1;
  let longest = -1;
  idle.forEach((sequence, index) => {
    const common = sequence.compareContextTokens(prompt).firstDifferentIndex;
    if (common <= longest) return;
    longest = common;
    best = index;
  });
  return best < 0 ? null : (idle.splice(best, 1)[0] ?? null);
}
