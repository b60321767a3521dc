'use client';

import { lazy, useSyncExternalStore } from 'react';
import { Fetched } from '../fetched';
import { areToastsWanted, watchToasts } from './toast';

const Toaster = lazy(() => import('./toaster'));

/** Where toasts appear: once, in the root layout. */
export function ToastLayer() {
  const wanted = useSyncExternalStore(watchToasts, areToastsWanted, () => false);
  return wanted ? (
    <Fetched>
      <Toaster />
    </Fetched>
  ) : null;
}
