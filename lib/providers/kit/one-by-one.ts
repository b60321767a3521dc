import type { ChatCall, ChatModel, ChatPart } from '../spec';
import { mergeChoices } from './merge-choices';

/**
 * A model that gives one choice per request as one that gives as many as are asked for: one request each, all at once.
 * Each request after the first has a seed of its own, where one is set: else all choices would be the same.
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

/** The parts of a request under the number of its choice. */
async function* numbered(answer: AsyncIterable<ChatPart[]>, choice: number): AsyncGenerator<ChatPart[]> {
  for await (const parts of answer) yield parts.map((part) => (part.type === 'usage' ? part : { ...part, choice }));
}
