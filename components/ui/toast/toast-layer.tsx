'use client';

import { lazy, Suspense, useSyncExternalStore } from 'react';
import { areToastsWanted, watchToasts } from './toast';

const Toaster = lazy(() => import('./toaster'));

/** Where toasts appear: once, in the root layout. */
export function ToastLayer() {
  const wanted = useSyncExternalStore(watchToasts, areToastsWanted, () => false);
  return wanted ? (
    <Suspense>
      <Toaster />
    </Suspense>
  ) : null;
}
