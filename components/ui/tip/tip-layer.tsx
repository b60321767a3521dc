'use client';

import { useState, useSyncExternalStore } from 'react';
import { ChunkBoundary } from '../lazy/chunk-boundary';
import { lazyWithPreload } from '../lazy/lazy-with-preload';
import { shownTip, watchTips } from './tips';

const [TipPopup, fetchTip] = lazyWithPreload(() => import('./tip-popup'));
export { fetchTip };

/** Renders all tooltips, one at a time; mounted once, in the root layout. Its code loads with the first tooltip. */
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
