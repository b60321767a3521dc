import type { ChatCall, ChatModel } from '../spec';
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
    const leaving = new AbortController();
    const follow = () => leaving.abort(call.signal.reason);
    if (call.signal.aborted) follow();
    else call.signal.addEventListener('abort', follow, { once: true });
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
  for await (const parts of answer) yield parts.map((part) => (part.type === 'usage' ? part : { ...part, choice }));
}
