'use client';

import { useSyncExternalStore } from 'react';
import { ChunkBoundary } from '../lazy/chunk-boundary';
import { lazyWithPreload } from '../lazy/lazy-with-preload';
import { areToastsWanted, watchToasts } from './toast';

const [Toaster, fetchToaster] = lazyWithPreload(() => import('./toaster'));
export { fetchToaster };

/** Renders toasts; mounted once, in the root layout. */
export function ToastLayer() {
  const wanted = useSyncExternalStore(watchToasts, areToastsWanted, () => false);
  return wanted ? (
    <ChunkBoundary>
      <Toaster />
    </ChunkBoundary>
  ) : null;
}
