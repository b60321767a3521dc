import type { ChatBody } from '../../stream-chat';
import { isUnsettled } from '../request/sending';
import { NO_RECEIPT, type AnswerPart, type ChatMessage, type Receipt, type AnswerReceipt } from '../types';

/* Continuing an answer. An assistant message at the end of a request means different things to different models: some
   continue it, some start a new turn, some refuse. So the request ends with a plain question that every model
   understands, after the existing text. The question is in no branch: later requests contain one answer, as the page
   shows it. The continuation is a separate request with its own receipt; earlier requests are kept in `earlier`, so
   that an answer always shows its total cost. */

/** The prompt that makes a model continue its answer. */
export const CONTINUE_PROMPT = 'Continue exactly where you stopped, without repeating anything.';

/** Whether an answer ended early and has text to continue from. Calls and JSON cannot be continued midway. */
export function canContinue({ role, text, calls, asJson, state, finishReason }: ChatMessage): boolean {
  if (role !== 'assistant' || text === '' || calls || asJson) return false;
  if (state === 'complete') return finishReason === 'length';
  return state === 'stopped' || state === 'interrupted' || state === 'failed';
}

/**
 * Turns an ended answer into a running one: its text stays, and its request becomes an earlier one. The key of that
 * request is kept only while its outcome is unknown: otherwise a continuation with the same body would be refused as a
 * repeat.
 */
export function resumeAnswer(ended: ChatMessage, writerId: string): ChatMessage {
  // They belong to the request that ended.
  const { reasoningDetails: _details, thoughtSignature: _signature, sentAs, ...answer } = ended;
  return {
    ...answer,
    ...(sentAs && isUnsettled(ended) && { sentAs }),
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

/** The accepted requests of an answer, oldest first. */
export function acceptedParts({ earlier = [], requestId, ticket, failure }: ChatMessage): AnswerPart[] {
  // An error status means that the request was refused before any output.
  const isAccepted = requestId !== null && (failure?.status ?? 0) < 400;
  return isAccepted ? [...earlier, { requestId, ticket }] : earlier;
}

/** The requests that may have cost something. A cost reported by the response counts, whatever the ledger says. */
export function countedParts(message: ChatMessage): AnswerPart[] {
  return acceptedParts(message).filter(({ ticket }) => !ticket.free || ticket.usage !== null);
}

/** Whether the current or last request produced neither text, nor thoughts, nor calls. */
export function hasNoOutput({ text, reasoning, calls, images, continuedAt }: ChatMessage): boolean {
  const from = continuedAt ?? { text: 0, reasoning: 0 };
  return text.length === from.text && reasoning.length === from.reasoning && calls === undefined && !images;
}

/**
 * Adds the ledger's result for one of a message's requests; returns the same message if that is already known.
 * @param receipt null if there is no charge
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
 * The separator between the existing text and the continuation. Models stop between words and start a turn without a
 * space, so two words would run together.
 */
export function joint({ text, continuedAt }: ChatMessage, next: string): '' | ' ' {
  if (!continuedAt || text.length !== continuedAt.text) return '';
  return SPACED_END.test(text) && SPACED_START.test(next) ? ' ' : '';
}

/** The separator between the thoughts of two requests. */
export function thoughtJoint({ reasoning, continuedAt }: ChatMessage): string {
  return continuedAt && reasoning !== '' && reasoning.length === continuedAt.reasoning ? '\n\n' : '';
}

/** Letters of scripts with spaces between words, digits, and punctuation that is followed by a space. */
const SPACED_END =
  /[\p{Script=Latin}\p{Script=Greek}\p{Script=Cyrillic}\p{Script=Arabic}\p{Script=Hebrew}\p{N}.,;:!?)]$/u;
const SPACED_START = /^[\p{Script=Latin}\p{Script=Greek}\p{Script=Cyrillic}\p{Script=Arabic}\p{Script=Hebrew}\p{N}(]/u;

/** The request that continues an answer. @param body with the answer's text as its last message */
export function continueRequest(body: ChatBody): ChatBody {
  return { ...body, messages: [...body.messages, { role: 'user', content: CONTINUE_PROMPT }] };
}
