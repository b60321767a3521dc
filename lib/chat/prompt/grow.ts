import { heldTokens } from '../../core/held-tokens';
import { weightOf } from '../../core/text-weight';
import type { TextModel } from '../../models/model';
import { promptCounterOf } from '../../providers/routing/count-prompt';
import type { PromptToCount } from '../../providers/spec';
import type { Prompt } from './build-prompt';

/**
 * A prompt with more text: counted by the model if it can, else estimated high.
 * @param asked the grown prompt, as it is sent
 * @param text what was added
 * @throws what the model's counter throws
 */
export async function growPrompt(
  prompt: Prompt,
  model: TextModel,
  asked: Omit<PromptToCount, 'model'>,
  text: string,
): Promise<Prompt> {
  const { messages } = asked;
  const count = prompt.exact ? promptCounterOf(model) : undefined;
  if (count) return { messages, tokens: await count(asked), exact: true };
  const tokens = prompt.tokens + heldTokens([text]);
  const { weight, mediaTokens } = prompt.exact ? { weight: 0, mediaTokens: prompt.tokens } : prompt;
  return { messages, tokens, exact: false, weight: weight + weightOf(text), mediaTokens };
}
