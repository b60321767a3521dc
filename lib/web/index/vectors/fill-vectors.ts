import { setImmediate as nextTurn } from 'node:timers/promises';
import { isApiError } from '../../../core/errors';
import { log } from '../../../platform/log';
import { processState } from '../../../platform/process-state';
import { isStopping } from '../../../platform/stop/stopping';
import { embedder, type Embedder } from '../embedder';
import { giveTurnBack, removeOtherModels, storeTurn, takeTurn, type WaitingPassage } from './vector-queue';

/** Filling counts as nobody's work. */
const ACCOUNT = 'search-index';

/**
 * Gives all passages a vector of the current embedder; vectors of other models are removed at the end. Accounts take
 * turns, so that one that has added much makes nobody wait, and processes share the work. A text that the embedder does
 * not take is left without one. Does nothing without an embedder. One run at a time: further callers wait for that one.
 * It ends early, without an error, when the service stops.
 * @returns how many vectors this process has made
 * @throws what the embedder throws; a later run goes on with the next account
 */
export function fillVectors(signal?: AbortSignal): Promise<number> {
  const state = processState<{ running: Promise<number> | null }>('web.fill', () => ({ running: null }));
  const current = embedder();
  if (current === null) return Promise.resolve(0);
  state.running ??= fill(current, signal).finally(() => (state.running = null));
  return state.running;
}

async function fill(current: Embedder, signal?: AbortSignal): Promise<number> {
  let made = 0;
  try {
    while (!isOver(signal)) {
      const passages = await takeTurn(current.id);
      if (passages.length === 0) break;
      made += await fillTurn(current, passages, signal);
      await nextTurn();
    }
    if (made > 0) await removeOtherModels(current.id);
  } catch (thrown) {
    if (!isOver(signal)) throw thrown;
  }
  return made;
}

function isOver(signal: AbortSignal | undefined): boolean {
  return signal?.aborted === true || isStopping();
}

async function fillTurn(current: Embedder, passages: WaitingPassage[], signal?: AbortSignal): Promise<number> {
  try {
    const vectors = await embedEach(current, passages, signal);
    const turn = passages.map(({ id }, at) => ({ id, vector: vectors[at] ?? null }));
    return await storeTurn(current.id, turn);
  } catch (thrown) {
    const ids = passages.map(({ id }) => id);
    // If that fails, too, they are free again after some minutes.
    await giveTurnBack(current.id, ids).catch((error: unknown) => {
      if (!isOver(signal)) log.warn({ err: error }, 'a turn was not given back');
    });
    throw thrown;
  }
}

/** Embeds passages together; one by one if the embedder does not take one of them, which then has none. */
async function embedEach(
  current: Embedder,
  passages: WaitingPassage[],
  signal?: AbortSignal,
): Promise<(Float32Array | null)[]> {
  try {
    const texts = passages.map(({ heading, text }) => `${heading}\n${text}`);
    return await current.embed(texts, { account: ACCOUNT, rank: 'background', signal });
  } catch (thrown) {
    if (!isApiError(thrown) || thrown.code !== 'INVALID_REQUEST') throw thrown;
    if (passages.length === 1) {
      log.warn({ passage: passages[0]?.id }, 'a passage of the search index cannot be embedded');
      return [null];
    }
    const vectors = [];
    for (const passage of passages) vectors.push(...(await embedEach(current, [passage], signal)));
    return vectors;
  }
}
