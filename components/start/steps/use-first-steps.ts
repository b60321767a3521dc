'use client';

import { useQuery } from '@tanstack/react-query';
import { useEffect } from 'react';
import { apiFetch } from '@/lib/client/api';
import { unlessSignedOut } from '@/lib/client/failure';
import { SECOND_MS } from '@/lib/core/time';
import type { FirstSteps } from '@/lib/profile/contract';
import { hideReminder, useReminderHidden } from './reminder';
import { progressOf, type Step, stepsOf } from './steps';

/** How often to look whether a step was done: on their own page, where a request of a terminal is awaited, and elsewhere. */
const WATCHED_MS = 2 * SECOND_MS;
const REMINDED_MS = 5 * SECOND_MS;

/** The first steps of the visitor's account; asked until all are done. @param options.enabled false to load nothing */
export function useFirstSteps({ enabled = true, isWatched = false } = {}) {
  return useQuery({
    queryKey: ['first-steps'],
    queryFn: ({ signal }) => apiFetch<FirstSteps>('/api/console/first-steps', { signal }),
    enabled,
    refetchInterval: ({ state: { data, error } }) => {
      if (data && isOver(data)) return false;
      return unlessSignedOut(isWatched ? WATCHED_MS : REMINDED_MS, error);
    },
  });
}

/**
 * What the visitor is reminded of: null for nothing. Once all is done, or the account is no longer new, this browser
 * does not ask again.
 */
export function useReminder(accountId: string): { done: number; of: number; next: Step } | null {
  const hidden = useReminderHidden(accountId);
  const { data } = useFirstSteps({ enabled: !hidden });
  const over = data !== undefined && (isOver(data) || !data.isNew);
  useEffect(() => {
    if (over && !hidden) hideReminder(accountId);
  }, [over, hidden, accountId]);
  if (hidden || data === undefined || over) return null;
  const { next, ...progress } = progressOf(stepsOf(data));
  return next && { ...progress, next };
}

function isOver(data: FirstSteps): boolean {
  return progressOf(stepsOf(data)).next === null;
}
