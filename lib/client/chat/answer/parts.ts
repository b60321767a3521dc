import type { ChatBody } from '../../stream-chat';
import { NO_RECEIPT, type AnswerPart, type ChatMessage, type Receipt, type AnswerReceipt } from '../types';

/*
 * Continuing an answer. The wire's way of taking a beginning from the caller, an assistant's message at the end, means
 * different things to different models: some go on with it, some begin a new turn, some refuse. So the request ends with a
 * plain question that every model understands, after the words that are there. The question is in no branch: later requests
 * have one answer, as the page shows it. The continuation is a request of its own with a receipt of its own; those before it
 * are kept in `earlier`, so that an answer always shows what all of it cost.
 */

/** The prompt that makes a model continue its answer. */
export const CONTINUE_PROMPT = 'Continue exactly where you stopped, without repeating anything.';

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
    ticket: NO_RECEIPT,
    failure: null,
    writerId,
    earlier: countedParts(ended),
    continuedAt: { text: ended.text.length, reasoning: ended.reasoning.length },
  };
}

/** The accepted requests that an answer came from, oldest first. */
export function acceptedParts({ earlier = [], requestId, ticket, failure }: ChatMessage): AnswerPart[] {
  // A status of 400 and more came before any output: nothing was taken.
  const isAccepted = requestId !== null && (failure?.status ?? 0) < 400;
  return isAccepted ? [...earlier, { requestId, ticket }] : earlier;
}

/** Those that may have cost something. A cost that the answer itself reported counts, whatever the ledger says. */
export function countedParts(message: ChatMessage): AnswerPart[] {
  return acceptedParts(message).filter(({ ticket }) => !ticket.free || ticket.usage !== null);
}

/** Whether the request at work, or the last one, gave neither words nor thoughts nor calls. */
export function saidNothing({ text, reasoning, calls, continuedAt }: ChatMessage): boolean {
  const from = continuedAt ?? { text: 0, reasoning: 0 };
  return text.length === from.text && reasoning.length === from.reasoning && calls === undefined;
}

/**
 * A message with what the ledger says about one of its requests; itself where that is known.
 * @param receipt null: it has no charge
 */
export function withReceipt(message: ChatMessage, requestId: string, receipt: Receipt | null): ChatMessage {
  const settled = (ticket: AnswerReceipt): AnswerReceipt => ({ ...ticket, receipt, free: receipt === null });
  const isKnown = ({ free }: AnswerReceipt) => free && receipt === null;
  if (message.requestId === requestId) {
    return isKnown(message.ticket) ? message : { ...message, ticket: settled(message.ticket) };
  }
  const part = message.earlier?.find((one) => one.requestId === requestId);
  if (!part || isKnown(part.ticket)) return message;
  const earlier = message.earlier?.map((one) => (one === part ? { ...one, ticket: settled(one.ticket) } : one)) ?? [];
  return { ...message, earlier };
}

/**
 * The separator between the existing text and the continuation. Models stop between words and begin a turn
 * without a blank: two words would run together.
 */
export function joint({ text, continuedAt }: ChatMessage, next: string): '' | ' ' {
  if (!continuedAt || text.length !== continuedAt.text) return '';
  return SPACED_END.test(text) && SPACED_START.test(next) ? ' ' : '';
}

/** The separator between the thoughts of two requests. */
export function thoughtJoint({ reasoning, continuedAt }: ChatMessage): string {
  return continuedAt && reasoning !== '' && reasoning.length === continuedAt.reasoning ? '\n\n' : '';
}

/** Letters of scripts that put blanks between words, digits, and the marks after which one follows. */
const SPACED_END =
  /[\p{Script=Latin}\p{Script=Greek}\p{Script=Cyrillic}\p{Script=Arabic}\p{Script=Hebrew}\p{N}.,;:!?)]$/u;
const SPACED_START = /^[\p{Script=Latin}\p{Script=Greek}\p{Script=Cyrillic}\p{Script=Arabic}\p{Script=Hebrew}\p{N}(]/u;

/** The request that goes on with an answer. @param body with the answer's words as its last message */
export function askToContinue(body: ChatBody): ChatBody {
  return { ...body, messages: [...body.messages, { role: 'user', content: CONTINUE_PROMPT }] };
}
