import type { EngineLogprob } from '../../chat-orders';
import { createJsonEnd } from './json-end';
import { createStopMatcher } from './stop-matcher';

/**
 * Text that may leave now. `end` says that the answer's text is over: by a stop string, by the mark that begins a call of a
 * tool, or because its JSON is whole.
 */
export type TextPiece = { text: string; logprobs: EngineLogprob[]; end: 'stop' | 'mark' | 'whole' | null };

/** Reads an answer's text, which comes token by token. After an `end` nothing more is to be asked of it. */
export type TextReader = {
  push(text: string, logprob?: EngineLogprob): TextPiece;
  /** What was held back, when the model has nothing more to say. */
  finish(text: string): TextPiece;
};

/** How to read. */
export type TextReading = {
  stops: readonly string[];
  /** Begins a call of a tool; white space alone before it is not text. */
  mark?: string;
  /** Whether the text is JSON and nothing else. */
  json: boolean;
};

/** Log probabilities leave with the text that their tokens begin; those of a stop string are dropped with it. */
export function createTextReader({ stops, mark, json }: TextReading): TextReader {
  const matcher = createStopMatcher(mark === undefined ? stops : [...stops, mark]);
  const jsonEnd = json ? createJsonEnd() : null;
  const waiting: { logprob: EngineLogprob; start: number }[] = [];
  let arrived = 0;
  let left = 0;
  /** White space that may stand before a mark. */
  let lead: string | null = mark === undefined ? null : '';
  const release = (free: string, end: TextPiece['end']): TextPiece => {
    const all = (lead ?? '') + free;
    const text = lead === null || all.trim() !== '' || (end !== null && end !== 'mark') ? all : '';
    if (lead !== null) lead = text === '' ? all : null;
    left += text.length;
    const ready = waiting.findIndex(({ start }) => start >= left);
    const logprobs = waiting.splice(0, ready < 0 ? waiting.length : ready).map((one) => one.logprob);
    return { text, logprobs, end };
  };
  const take = (text: string): TextPiece => {
    const at = jsonEnd?.(text) ?? null;
    const { text: free, stop } = matcher.push(at === null ? text : text.slice(0, at));
    if (stop !== null) return release(free, stop === mark && !stops.includes(stop) ? 'mark' : 'stop');
    return at === null ? release(free, null) : release(free + matcher.end(), 'whole');
  };
  return {
    push: (text, logprob) => {
      if (logprob) waiting.push({ logprob, start: arrived });
      arrived += text.length;
      return take(text);
    },
    finish: (text) => {
      const last = take(text);
      if (last.end !== null) return last;
      const rest = release(matcher.end(), 'stop');
      const unsaid = waiting.splice(0).map((one) => one.logprob);
      return { text: last.text + rest.text, logprobs: [...last.logprobs, ...rest.logprobs, ...unsaid], end: null };
    },
  };
}
