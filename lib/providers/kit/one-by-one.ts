import { addUsage } from '../../core/usage';
import type { ChatCall, ChatModel, WholeChatModel } from '../spec';
import type { ChatPart } from '../../core/chat';
import { mergeChoices } from './merge-choices';

/**
 * Turns a model that returns one choice per request into one that returns any number: one request each, in parallel. If
 * a seed is set, each request after the first gets its own: otherwise all choices would be the same.
 * @throws see `ChatModel`
 */
export function oneByOne(chat: ChatModel): ChatModel {
  return async function* several(call) {
    if (call.choices === 1) return yield* chat(call);
    const { leaving, follow } = leavingOf(call);
    const requests = Array.from({ length: call.choices }, (_, choice) =>
      numbered(chat(callOf(call, choice, leaving.signal)), choice),
    );
    try {
      yield* mergeChoices(requests, () => leaving.abort());
    } finally {
      call.signal.removeEventListener('abort', follow);
    }
  };
}

/**
 * The same for answers in one piece. The first failure fails the whole answer, and usage is the sum of all.
 * @throws see `WholeChatModel`
 */
export function wholeOneByOne(answerWhole: WholeChatModel): WholeChatModel {
  return async (call) => {
    if (call.choices === 1) return answerWhole(call);
    const { leaving, follow } = leavingOf(call);
    try {
      const answers = await Promise.all(
        Array.from({ length: call.choices }, async (_, choice) =>
          withNumber(await answerWhole(callOf(call, choice, leaving.signal)), choice),
        ),
      );
      return merge(answers);
    } finally {
      leaving.abort();
      call.signal.removeEventListener('abort', follow);
    }
  };
}

/** All parts, with the sum of the last usage reports at the end; a sum of only some reports would be too low. */
function merge(answers: ChatPart[][]): ChatPart[] {
  const reports = answers.flatMap((parts) => parts.filter((part) => part.type === 'usage').slice(-1));
  const output = answers.flat().filter((part) => part.type !== 'usage');
  if (reports.length < answers.length) return output;
  const usage = reports.map((report) => report.usage).reduce(addUsage);
  return [...output, { type: 'usage', usage: { ...usage, requests: answers.length } }];
}

/** Ends the requests of a call: it is aborted when the call is. */
function leavingOf({ signal }: ChatCall): { leaving: AbortController; follow: () => void } {
  const leaving = new AbortController();
  const follow = () => leaving.abort(signal.reason);
  if (signal.aborted) follow();
  else signal.addEventListener('abort', follow, { once: true });
  return { leaving, follow };
}

function callOf(call: ChatCall, choice: number, signal: AbortSignal): ChatCall {
  const { seed } = call.sampling;
  return {
    ...call,
    choices: 1,
    signal,
    ...(seed !== undefined && { sampling: { ...call.sampling, seed: seed + choice } }),
  };
}

/** The parts of a request with the number of its choice. */
async function* numbered(answer: AsyncIterable<ChatPart[]>, choice: number): AsyncGenerator<ChatPart[]> {
  for await (const parts of answer) yield withNumber(parts, choice);
}

function withNumber(parts: ChatPart[], choice: number): ChatPart[] {
  return parts.map((part) => (part.type === 'usage' ? part : { ...part, choice }));
}
