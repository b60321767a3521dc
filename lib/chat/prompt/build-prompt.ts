import { contextOverflow, invalidField } from '../../core/errors';
import type { TextModel } from '../../models/model';
import type { MemoryLease } from '../../platform/sharing/memory-shares';
import { promptCounterOf } from '../../providers/routing/count-prompt';
import type { ChatMessage } from '../../providers/spec';
import type { ResponseFormat, Tool, ToolChoice } from '../../core/chat';
import type { Message } from '../request/message';
import { convertMessage } from './convert-message';
import { countCharacters, estimateHigh, fairMediaTokens, sizeOfJson, weighMessages } from './measure';
import { resolveMedia } from './media';
import { type SystemPrompts, withSystemPrompts } from './system-prompt';

/** A prompt in the neutral layout. */
export type Prompt = {
  messages: ChatMessage[];
  /** The model's own count, or a high estimate. */
  tokens: number;
} & (
  | { /** `tokens` is the model's own count. */ exact: true }
  | {
      exact: false;
      /**
       * The weight of all its text (`weightOf`), and a fair estimate of its media tokens: for charging if the upstream
       * reports no usage.
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
  /** Forwarded beside the messages: an upstream's template may insert it into the prompt. */
  extra: Record<string, unknown>;
  model: TextModel;
  /** Id of the calling account: reading media and counting prompts is shared fairly by account. */
  account: string;
  /** The request's memory lease; fetched media and the text of files count toward it too. */
  lease: MemoryLease | null;
  /** Ends fetching and counting if the caller leaves. */
  signal: AbortSignal;
};

/** Only runs of blanks exceed this, so a longer text certainly exceeds the context. */
const MAX_CHARACTERS_PER_TOKEN = 32;

/**
 * Turns the messages of a request into a prompt: media fetched and checked, files as text, system prompts in front.
 * @throws ApiError INVALID_REQUEST if no message remains or a medium is not accepted (with the error codes of
 *   `lib/media`), RATE_LIMIT_EXCEEDED and MODEL_AT_CAPACITY if it takes too much, TOO_MANY_TOKENS if it is far longer
 *   than the context, and what the model's own counter throws
 */
export async function buildPrompt(input: PromptInput): Promise<Prompt> {
  const { model, account, lease, signal, tools, toolChoice, responseFormat, extra } = input;
  const resolved = await resolveMedia(input.messages, model, { account, lease, signal });
  const converted = input.messages.flatMap((message) => convertMessage(message, resolved) ?? []);
  if (converted.length === 0) throw invalidField(['messages'], 'At least one message must have content', 'too_small');
  const messages = withSystemPrompts(input.system, converted);
  const beside = await sizeOfJson({ ...extra, tools, toolChoice, responseFormat }, { account, signal });
  const ofMessages = countCharacters(messages);
  const characters = ofMessages + beside.characters;
  // If the context is only assumed, only the upstream knows the real one.
  const maxTokens = model.contextAssumed ? Number.POSITIVE_INFINITY : model.contextTokens;
  if (characters > MAX_CHARACTERS_PER_TOKEN * maxTokens) throw contextOverflow();
  const count = promptCounterOf(model);
  if (count) {
    const tokens = await count({ messages, account, signal, tools, toolChoice, responseFormat });
    return { messages, tokens, exact: true };
  }
  const tokens = estimateHigh(messages, ofMessages, beside, maxTokens);
  const weight = weighMessages(messages) + beside.weight;
  return { messages, weight, mediaTokens: fairMediaTokens(messages), tokens, exact: false };
}
