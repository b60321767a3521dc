'use client';

import { useQuery } from '@tanstack/react-query';
import type { EngineView } from '@/lib/admin/contract';
import { readEngineState } from '@/lib/client/models';

/** How often to ask while a model is on its way, and while it waits for its next try. */
const POLL_MS = 3_000;
const POLL_WAITING_MS = 30_000;

/**
 * The embedded models of the server, and why there is no model if there is none.
 * @param options.once otherwise it is asked again and again until all models are ready
 */
export function useEngineState({ once = false } = {}) {
  return useQuery({
    queryKey: ['engine'],
    queryFn: ({ signal }) => readEngineState(signal),
    refetchInterval: ({ state: { data } }) => (once ? false : pollEvery(data ?? null)),
  });
}

function pollEvery(engine: EngineView | null): number | false {
  // The server may be away for a moment.
  if (engine === null) return POLL_WAITING_MS;
  const isComing = engine.models.some(({ state }) => state === 'fetching' || state === 'loading');
  if (isComing) return POLL_MS;
  const isMissing = engine.weights.length > 0 || engine.models.some(({ state }) => state === 'waiting');
  return isMissing ? POLL_WAITING_MS : false;
}
