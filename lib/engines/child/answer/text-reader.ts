import type { TokenLogprob } from '../../../core/chat';
import { createBareCall } from './bare-call';
import { createJsonEnd } from './json-end';
import { createStopMatcher } from './stop-matcher';

/**
 * Text that may be sent now. `end` means that the answer's text is over: by a stop string, by the mark that begins a
 * tool call, or because its JSON is complete.
 */
export type TextPiece = { text: string; logprobs: TokenLogprob[]; end: 'stop' | 'mark' | 'whole' | null };

/** Reads an answer's text, which arrives token by token. After an `end`, nothing more may be read. */
export type TextReader = {
  push(text: string, logprob?: TokenLogprob): TextPiece;
  /** The text that was held back, once the model has finished. */
  finish(text: string): TextPiece;
};

/** The settings of a reader. */
export type TextReading = {
  stops: readonly string[];
  /** Begins a tool call; white space alone before it does not count as text. */
  mark?: string;
  /** Names of tools: an answer that begins with the JSON of a call of one counts as begun with the mark. */
  tools?: readonly string[];
  /** Whether the text is JSON and nothing else. */
  json: boolean;
};

/** Log probabilities are sent with the text that their tokens begin; those of a stop string are dropped with it. */
export function createTextReader({ stops, mark, tools = [], json }: TextReading): TextReader {
  const matcher = createStopMatcher(mark === undefined ? stops : [...stops, mark]);
  const jsonEnd = json ? createJsonEnd() : null;
  const waiting: { logprob: TokenLogprob; start: number }[] = [];
  let arrived = 0;
  let left = 0;
  /** White space that may precede a mark. */
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
  /** The beginning of the answer, while it may be a call. */
  let begun = '';
  let bareCall = tools.length > 0 && !json ? createBareCall(tools) : null;
  const begin = (text: string): TextPiece => {
    begun += text;
    const kind = bareCall?.(text) ?? 'text';
    if (kind === 'either') return { text: '', logprobs: [], end: null };
    bareCall = null;
    if (kind === 'text') return take(begun);
    waiting.length = 0;
    return { text: '', logprobs: [], end: 'mark' };
  };
  return {
    push: (text, logprob) => {
      if (logprob) waiting.push({ logprob, start: arrived });
      arrived += text.length;
      return bareCall ? begin(text) : take(text);
    },
    finish: (text) => {
      const last = take(bareCall ? begun + text : text);
      if (last.end !== null) return last;
      const rest = release(matcher.end(), 'stop');
      const unsaid = waiting.splice(0).map((one) => one.logprob);
      return { text: last.text + rest.text, logprobs: [...last.logprobs, ...rest.logprobs, ...unsaid], end: null };
    },
  };
}
