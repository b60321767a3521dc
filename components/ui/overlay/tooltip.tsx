'use client';

import { Tooltip as Base } from '@base-ui/react/tooltip';
import type { ReactElement, ReactNode } from 'react';

/**
 * A short label over its child on hover and focus. It never carries what is said nowhere else:
 * the child has its own accessible name. The child must be one element that takes a ref.
 */
export function Tooltip({
  label,
  side = 'top',
  children,
}: {
  label: ReactNode;
  side?: 'top' | 'right' | 'bottom' | 'left';
  children: ReactElement<Record<string, unknown>>;
}) {
  return (
    <Base.Root>
      <Base.Trigger delay={400} render={children} />
      <Base.Portal>
        <Base.Positioner side={side} sideOffset={6} className="z-50">
          <Base.Popup className="max-w-72 rounded-control bg-ink px-2 py-1 text-xs text-paper shadow-float transition-opacity data-ending-style:opacity-0 data-starting-style:opacity-0">
            {label}
          </Base.Popup>
        </Base.Positioner>
      </Base.Portal>
    </Base.Root>
  );
}
