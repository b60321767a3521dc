import { addUsage, type TokenUsage } from '../../core/usage';
import type { ChatPart } from '../../core/chat';

/**
 * Merges the parts of several requests into one answer, in order of arrival; usage is the sum of all and comes last.
 * The first failure fails the whole answer.
 * @param leave ends the other requests at once if one fails or the reader leaves
 */
export async function* mergeChoices(
  requests: readonly AsyncGenerator<ChatPart[]>[],
  leave: () => void,
): AsyncGenerator<ChatPart[]> {
  const waiting = new Map(requests.map((request, index) => [index, next(request, index)]));
  const usages = new Map<number, TokenUsage>();
  try {
    while (waiting.size > 0) {
      const { index, result } = await Promise.race(waiting.values());
      const request = requests[index];
      if (result.done || !request) {
        waiting.delete(index);
        continue;
      }
      waiting.set(index, next(request, index));
      const output = result.value.filter((part) => part.type !== 'usage');
      for (const part of result.value) if (part.type === 'usage') usages.set(index, part.usage);
      if (output.length > 0) yield output;
    }
    // A sum of only some reports would be too low.
    if (usages.size === requests.length) {
      yield [{ type: 'usage', usage: { ...[...usages.values()].reduce(addUsage), requests: requests.length } }];
    }
  } finally {
    leave();
    await Promise.allSettled(requests.map((request) => request.return(undefined)));
  }
}

type Arrived = { index: number; result: IteratorResult<ChatPart[]> };

function next(request: AsyncGenerator<ChatPart[]>, index: number): Promise<Arrived> {
  const arrived = request.next().then((result) => ({ index, result }));
  // It may fail while nobody awaits it: the failure is thrown when its turn comes.
  arrived.catch(() => undefined);
  return arrived;
}
