'use client';

import { useQuery } from '@tanstack/react-query';
import { readEngineState } from '@/lib/client/models';

/** How often to ask while a model is on its way. */
const POLL_MS = 5_000;

/** The embedded models of the server, and why there is no model if there is none. Polled until all are ready. */
export function useEngineState() {
  return useQuery({
    queryKey: ['engine'],
    queryFn: ({ signal }) => readEngineState(signal),
    refetchInterval: ({ state: { data } }) =>
      data && data.weights.length === 0 && data.models.every(({ state }) => state === 'ready') ? false : POLL_MS,
  });
}
