'use client';

import { Tooltip as Base } from '@base-ui/react/tooltip';
import { useState } from 'react';
import { classNames } from '../class-names';
import { dropTip, type Tip } from './tips';

/**
 * The tooltip at its anchor; null lets the last one fade out. Screen readers skip it: it is outside of all landmarks, and
 * what it says is available elsewhere (`Tooltip`).
 */
export default function TipPopup({ tip }: { tip: Tip | null }) {
  const [last, setLast] = useState(tip);
  if (tip && tip !== last) setLast(tip);
  return (
    <Base.Root
      open={tip !== null}
      onOpenChange={(open) => {
        if (!open) dropTip();
      }}
    >
      <Base.Portal>
        <Base.Positioner aria-hidden anchor={last?.anchor ?? null} side={last?.side} sideOffset={6} className="z-50">
          <Base.Popup
            className={classNames(
              'max-w-72 shadow-float transition-opacity data-ending-style:opacity-0 data-starting-style:opacity-0',
              last?.card
                ? 'rounded-panel border border-line bg-surface p-3 text-sm'
                : 'rounded-control bg-ink px-2 py-1 text-xs text-paper',
            )}
          >
            {last?.card ?? last?.label}
          </Base.Popup>
        </Base.Positioner>
      </Base.Portal>
    </Base.Root>
  );
}
