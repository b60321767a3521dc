import type { ChatBody } from '../../stream-chat';
import { NO_TICKET, type AnswerPart, type ChatMessage, type Receipt } from '../types';

/*
 * Continuing an answer. The wire's way of taking a beginning from the caller, an assistant's message at the end, means
 * different things to different models: some go on with it, some begin a new turn, some refuse. So the request ends with a
 * plain question that every model understands, after the words that are there. The question is in no branch: later requests
 * have one answer, as the page shows it. The continuation is a request of its own with a ticket of its own; those before it
 * are kept in `earlier`, so that an answer always shows what all of it cost.
 */

/** What a model is told to go on with its answer. */
export const CONTINUE_WORDS = 'Continue exactly where you stopped, without repeating anything.';

/** Whether an answer ended before its end and has words to go on from. A call or JSON cannot be taken up in its middle. */
export function canContinue({ role, text, calls, asJson, state, finishReason }: ChatMessage): boolean {
  if (role !== 'assistant' || text === '' || calls || asJson) return false;
  if (state === 'complete') return finishReason === 'length';
  return state === 'stopped' || state === 'interrupted' || state === 'failed';
}

/** An ended answer as one under way again: its words stay, its request becomes an earlier one. */
export function takeUp(ended: ChatMessage, writerId: string): ChatMessage {
  // They belong to the request that ended.
  const { reasoningDetails: _details, thoughtSignature: _signature, ...answer } = ended;
  return {
    ...answer,
    state: 'waiting',
    finishReason: null,
    requestId: null,
    ticket: NO_TICKET,
    failure: null,
    writerId,
    earlier: countedParts(ended),
    continuedAt: { text: ended.text.length, reasoning: ended.reasoning.length },
  };
}

/** The requests that an answer came from and that may have cost something, oldest first. */
export function countedParts({ earlier = [], requestId, ticket, failure }: ChatMessage): AnswerPart[] {
  // A status of 400 and more came before any output: nothing was taken.
  const isCounted = requestId !== null && !ticket.free && (failure?.status ?? 0) < 400;
  return isCounted ? [...earlier, { requestId, ticket }] : earlier;
}

/** Whether the request at work, or the last one, gave neither words nor thoughts nor calls. */
export function saidNothing({ text, reasoning, calls, continuedAt }: ChatMessage): boolean {
  const from = continuedAt ?? { text: 0, reasoning: 0 };
  return text.length === from.text && reasoning.length === from.reasoning && calls === undefined;
}

/**
 * A message with what the ledger says about one of its requests.
 * @param receipt null: no charge; what the answer itself told of its cost stays
 */
export function withReceipt(message: ChatMessage, requestId: string, receipt: Receipt | null): ChatMessage {
  if (message.requestId === requestId) {
    const free = receipt === null && message.ticket.usage === null;
    return { ...message, ticket: { ...message.ticket, receipt, free } };
  }
  if (!message.earlier) return message;
  const earlier = message.earlier.flatMap((part) => {
    if (part.requestId !== requestId) return part;
    if (receipt === null && part.ticket.usage === null) return [];
    return { ...part, ticket: { ...part.ticket, receipt } };
  });
  return { ...message, earlier };
}

/**
 * What stands between the words that were there and the first new ones. Models stop between words and begin a turn
 * without a blank: two words would run together.
 */
export function joint({ text, continuedAt }: ChatMessage, next: string): '' | ' ' {
  if (!continuedAt || text.length !== continuedAt.text) return '';
  return SPACED_END.test(text) && SPACED_START.test(next) ? ' ' : '';
}

/** What stands between the thoughts of two requests. */
export function thoughtJoint({ reasoning, continuedAt }: ChatMessage): string {
  return continuedAt && reasoning !== '' && reasoning.length === continuedAt.reasoning ? '\n\n' : '';
}

/** Letters of scripts that put blanks between words, digits, and the marks after which one follows. */
const SPACED_END =
  /[\p{Script=Latin}\p{Script=Greek}\p{Script=Cyrillic}\p{Script=Arabic}\p{Script=Hebrew}\p{N}.,;:!?)]$/u;
const SPACED_START = /^[\p{Script=Latin}\p{Script=Greek}\p{Script=Cyrillic}\p{Script=Arabic}\p{Script=Hebrew}\p{N}(]/u;

/** The request that goes on with an answer. @param body with the answer's words as its last message */
export function askToContinue(body: ChatBody): ChatBody {
  return { ...body, messages: [...body.messages, { role: 'user', content: CONTINUE_WORDS }] };
}
