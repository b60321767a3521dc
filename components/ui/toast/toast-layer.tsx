'use client';

import { useSyncExternalStore } from 'react';
import { Fetched } from '../fetched/fetched';
import { fetchedLater } from '../fetched/fetched-later';
import { areToastsWanted, watchToasts } from './toast';

const [Toaster, fetchToaster] = fetchedLater(() => import('./toaster'));
export { fetchToaster };

/** Where toasts appear: once, in the root layout. */
export function ToastLayer() {
  const wanted = useSyncExternalStore(watchToasts, areToastsWanted, () => false);
  return wanted ? (
    <Fetched>
      <Toaster />
    </Fetched>
  ) : null;
}
