'use client';

import { useState, useSyncExternalStore } from 'react';
import { Fetched } from '../fetched/fetched';
import { fetchedLater } from '../fetched/fetched-later';
import { shownTip, watchTips } from './tips';

const [TipPopup, fetchTip] = fetchedLater(() => import('./tip-popup'));
export { fetchTip };

/** Where all labels appear, one at a time: once, in the root layout. Its code comes with the first one. */
export function TipLayer() {
  const tip = useSyncExternalStore(watchTips, shownTip, () => null);
  const [used, setUsed] = useState(false);
  if (tip && !used) setUsed(true);
  if (!used) return null;
  return (
    <Fetched>
      <TipPopup tip={tip} />
    </Fetched>
  );
}
