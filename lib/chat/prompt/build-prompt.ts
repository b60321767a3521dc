import { contextOverflow, invalidField } from '../../core/errors';
import type { TextModel } from '../../models/model';
import type { MemoryLease } from '../../platform/sharing/memory-shares';
import { promptCounterOf } from '../../providers/routing/count-prompt';
import type { ChatMessage, ResponseFormat, Tool, ToolChoice } from '../../providers/spec';
import type { Message } from '../request/message';
import { convertMessage } from './convert-message';
import { countCharacters, estimateHigh, fairMediaTokens, sizeOfJson, weighMessages } from './measure';
import { resolveMedia } from './media';
import { type SystemPrompts, withSystemPrompts } from './system-prompt';

/** A prompt in the neutral layout. */
export type Prompt = {
  messages: ChatMessage[];
  /** The model's own count, or estimated high. */
  tokens: number;
} & (
  | { /** `tokens` is the model's own count. */ exact: true }
  | {
      exact: false;
      /**
       * The weight of all its text (`weightOf`), and the tokens of its media as a fair guess, for charging where the
       * upstream counts nothing.
       */
      weight: number;
      mediaTokens: number;
    }
);

/** What a prompt is made of. */
type PromptInput = {
  messages: Message[];
  system: SystemPrompts;
  tools?: Tool[];
  toolChoice?: ToolChoice;
  responseFormat?: ResponseFormat;
  /** Passed on beside the messages: an upstream's template may put it into the prompt. */
  extra: Record<string, unknown>;
  model: TextModel;
  /** Id of the account that asks: what reads media and counts prompts is shared fairly by account. */
  account: string;
  /** The memory of the request, on which fetched media and the text of files are counted too. */
  lease: MemoryLease | null;
  /** Ends the fetching of media and the counting where the caller leaves. */
  signal: AbortSignal;
};

/** No text but runs of blanks has more characters per token: what is longer is certainly no prompt for the context. */
const MOST_CHARACTERS_PER_TOKEN = 32;

/**
 * The messages of a request as a prompt: media fetched and checked, files as text, and the system prompts in front.
 * @throws ApiError INVALID_REQUEST where no message remains or a medium cannot be taken (with the codes of
 *   `lib/media`), RATE_LIMIT_EXCEEDED and MODEL_AT_CAPACITY where it takes too much, TOO_MANY_TOKENS where it is far
 *   beyond the context, and what the model's own counter throws
 */
export async function buildPrompt(input: PromptInput): Promise<Prompt> {
  const { model, account, lease, signal, tools, toolChoice, responseFormat, extra } = input;
  const resolved = await resolveMedia(input.messages, model, { account, lease, signal });
  const converted = input.messages.flatMap((message) => convertMessage(message, resolved) ?? []);
  if (converted.length === 0) throw invalidField(['messages'], 'At least one message needs content', 'too_small');
  const messages = withSystemPrompts(input.system, converted);
  const beside = await sizeOfJson({ ...extra, tools, toolChoice, responseFormat }, { account, signal });
  const ofMessages = countCharacters(messages);
  const characters = ofMessages + beside.characters;
  // Where nobody told the context, the upstream alone knows it.
  const most = model.contextAssumed ? Number.POSITIVE_INFINITY : model.contextTokens;
  if (characters > MOST_CHARACTERS_PER_TOKEN * most) throw contextOverflow();
  const count = promptCounterOf(model);
  if (count) {
    const tokens = await count({ messages, account, signal, tools, toolChoice, responseFormat });
    return { messages, tokens, exact: true };
  }
  const tokens = estimateHigh(messages, ofMessages, beside, most);
  const weight = weighMessages(messages) + beside.weight;
  return { messages, weight, mediaTokens: fairMediaTokens(messages), tokens, exact: false };
}
