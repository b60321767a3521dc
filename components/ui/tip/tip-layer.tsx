'use client';

import { useState, useSyncExternalStore } from 'react';
import { ChunkBoundary } from '../lazy/chunk-boundary';
import { lazyWithPreload } from '../lazy/lazy-with-preload';
import { shownTip, watchTips } from './tips';

const [TipPopup, fetchTip] = lazyWithPreload(() => import('./tip-popup'));
export { fetchTip };

/** Where all labels appear, one at a time: once, in the root layout. Its code comes with the first one. */
export function TipLayer() {
  const tip = useSyncExternalStore(watchTips, shownTip, () => null);
  const [used, setUsed] = useState(false);
  if (tip && !used) setUsed(true);
  if (!used) return null;
  return (
    <ChunkBoundary>
      <TipPopup tip={tip} />
    </ChunkBoundary>
  );
}
