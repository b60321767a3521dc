/** Renders a conversation as ChatML, the template of both embedded models, straight into tokens. */
import type { RenderedPrompt } from '../chat-orders';

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
 */
export function renderPrompt<Token>(
  tokenizer: PromptTokenizer<Token>,
  { turns, begun }: RenderedPrompt,
  systemPrompt: string | undefined,
): Token[] {
  const start = tokenizer.special(MESSAGE_BEGIN);
  const end = tokenizer.special('<|im_end|>');
  const newline = tokenizer.plain('\n');
  const all: RenderedPrompt['turns'] =
    systemPrompt === undefined || turns[0]?.role === 'system'
      ? turns
      : [{ role: 'system', text: systemPrompt }, ...turns];
  const prompt: Token[] = [];
  for (const { role, text } of all) {
    prompt.push(start);
    // Not spread into push: a long text has more tokens than a call has arguments.
    for (const token of tokenizer.plain(`${role}\n${text}`)) prompt.push(token);
    prompt.push(end, ...newline);
  }
  prompt.push(start, ...tokenizer.plain(`assistant\n${begun}`));
  return prompt;
}
