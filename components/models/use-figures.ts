'use client';

import { useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import { listUsedModels, readMeasuredModels } from '@/lib/client/models';
import { joinFigures, type MeasuredByModel } from './details/figures';

/** As old as the server's own figures may be. */
const FRESH_MS = 60_000;

/**
 * What was measured of the models in the last 24 hours, and how the visitor has used them; undefined while loading. What
 * cannot be read is left out: the models are shown without it.
 */
export function useFigures(signedIn: boolean): MeasuredByModel | undefined {
  const all = useQuery({
    queryKey: ['models', 'figures'],
    queryFn: ({ signal }) => readMeasuredModels(signal),
    staleTime: FRESH_MS,
  });
  const used = useQuery({
    queryKey: ['models', 'used'],
    queryFn: ({ signal }) => listUsedModels(signal),
    staleTime: FRESH_MS,
    enabled: signedIn,
  });
  const isPending = all.isPending || (signedIn && used.isPending);
  return useMemo(
    () => (isPending ? undefined : joinFigures(all.data?.models ?? [], used.data?.models ?? [])),
    [isPending, all.data, used.data],
  );
}
