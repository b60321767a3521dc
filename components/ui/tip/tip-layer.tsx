'use client';

import { lazy, Suspense, useState, useSyncExternalStore } from 'react';
import { shownTip, watchTips } from './tips';

const TipPopup = lazy(() => import('./tip-popup'));

/** Where all labels appear, one at a time: once, in the root layout. Its code comes with the first one. */
export function TipLayer() {
  const tip = useSyncExternalStore(watchTips, shownTip, () => null);
  const [used, setUsed] = useState(false);
  if (tip && !used) setUsed(true);
  if (!used) return null;
  return (
    <Suspense>
      <TipPopup tip={tip} />
    </Suspense>
  );
}
