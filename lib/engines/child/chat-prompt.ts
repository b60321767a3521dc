/** Renders a conversation as ChatML, the template of both embedded models, directly into tokens. */
import { setImmediate } from 'node:timers/promises';
import { contextOverflow } from '../../core/errors';
import type { RenderedPrompt } from '../chat-jobs';

/** Text that is tokenized at a time, about 30 ms: other answers get their next token in between. */
const SLICE_CHARACTERS = 32_768;
/** Where a slice may end without changing its tokens: words include the space before them. */
const WORD_END = /[A-Za-z](?= [A-Za-z])/;

/** The token that begins a message. */
export const MESSAGE_BEGIN = '<|im_start|>';

/** The part of a model's tokenizer that rendering needs. */
export type PromptTokenizer<Token> = {
  /** The tokens of plain text: special tokens in it stay text. */
  plain(text: string): Token[];
  /** The single token of a special text such as `<|im_start|>`. */
  special(text: string): Token;
};

/**
 * The tokens of a conversation and of the beginning of the answer. Separators are tokens by id and all text is plain,
 * so no message can pretend to be another one.
 * @param systemPrompt used if the conversation does not begin with a system message, as the models' own templates do
 * @param contextTokens a prompt of more than twice as many is abandoned without tokenizing the rest
 * @throws ApiError TOO_MANY_TOKENS for a prompt that is abandoned
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
      // Not spread into push: a long text has more tokens than a call may have arguments.
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

/** A text in slices that end between two words if possible. Most texts are a single slice. */
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
  // Runs of spaces, digits, or another script may cost a token at the cut. Surrogate pairs stay whole.
  const last = text.charCodeAt(from + SLICE_CHARACTERS - 1);
  return from + SLICE_CHARACTERS - (last >= 0xd800 && last <= 0xdbff ? 1 : 0);
}
