/** Renders a conversation as ChatML, the template of both embedded models, straight into tokens. */
import { setImmediate } from 'node:timers/promises';
import { contextOverflow } from '../../core/errors';
import type { RenderedPrompt } from '../chat-orders';

/** Text that is tokenized at a time, some 30 ms: whoever else is answered gets their next token in between. */
const SLICE_CHARACTERS = 32_768;
/** Where a slice may end without changing its tokens: words begin with the space before them. */
const WORD_END = /[A-Za-z](?= [A-Za-z])/;

/** The token that begins a message. */
export const MESSAGE_BEGIN = '<|im_start|>';

/** The tokenizer of a model, as far as rendering needs it. */
export type PromptTokenizer<Token> = {
  /** The tokens of plain text: what looks like a special token in it stays text. */
  plain(text: string): Token[];
  /** The one token of a special text such as `<|im_start|>`. */
  special(text: string): Token;
};

/**
 * The tokens of a conversation and of the beginning of the answer. Separators are tokens by their ids and all text is
 * plain, so no message can pretend to be another one.
 * @param systemPrompt said where the conversation does not begin with a system message, as the models' own templates do
 * @param contextTokens a prompt of twice as many is given up without tokenizing the rest
 * @throws ApiError TOO_MANY_TOKENS for one that is given up
 */
export async function renderPrompt<Token>(
  tokenizer: PromptTokenizer<Token>,
  { turns, begun }: RenderedPrompt,
  systemPrompt: string | undefined,
  contextTokens = Number.POSITIVE_INFINITY,
): Promise<Token[]> {
  const start = tokenizer.special(MESSAGE_BEGIN);
  const end = tokenizer.special('<|im_end|>');
  const newline = tokenizer.plain('\n');
  const all: RenderedPrompt['turns'] =
    systemPrompt === undefined || turns[0]?.role === 'system'
      ? turns
      : [{ role: 'system', text: systemPrompt }, ...turns];
  const prompt: Token[] = [];
  let unbroken = 0;
  for (const { role, text } of all) {
    prompt.push(start);
    for (const slice of slicesOf(`${role}\n${text}`)) {
      // Not spread into push: a long text has more tokens than a call has arguments.
      for (const token of tokenizer.plain(slice)) prompt.push(token);
      if (prompt.length > 2 * contextTokens) throw contextOverflow();
      unbroken += slice.length;
      if (unbroken < SLICE_CHARACTERS) continue;
      unbroken = 0;
      await setImmediate();
    }
    prompt.push(end, ...newline);
  }
  prompt.push(start, ...tokenizer.plain(`assistant\n${begun}`));
  return prompt;
}

/** A text in slices that end between two words, where there is such a place. Most texts are one. */
function* slicesOf(text: string): Generator<string, void, undefined> {
  let from = 0;
  while (text.length - from > SLICE_CHARACTERS) {
    const end = sliceEnd(text, from);
    yield text.slice(from, end);
    from = end;
  }
  yield text.slice(from);
}

function sliceEnd(text: string, from: number): number {
  const middle = from + SLICE_CHARACTERS / 2;
  const word = WORD_END.exec(text.slice(middle, from + SLICE_CHARACTERS));
  if (word) return middle + word.index + 1;
  // Runs of blanks, digits or another script: a token more or less at the cut. Pairs of surrogates stay whole.
  const last = text.charCodeAt(from + SLICE_CHARACTERS - 1);
  return from + SLICE_CHARACTERS - (last >= 0xd800 && last <= 0xdbff ? 1 : 0);
}
