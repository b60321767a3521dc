'use client';

import { Drawer as Base } from '@base-ui/react/drawer';
import { X } from 'lucide-react';
import type { ReactNode } from 'react';
import { classNames } from '../class-names';
import { IconButton } from '../icon-button';
import { BACKDROP } from './dialog';

type Side = 'left' | 'right' | 'bottom';

const SIDES: Record<Side, string> = {
  left: 'justify-start',
  right: 'justify-end',
  bottom: 'items-end',
};
const SHAPE: Record<Side, string> = {
  left: 'h-full base:max-w-drawer translate-x-(--drawer-swipe-movement-x) border-r data-ending-style:-translate-x-6 data-starting-style:-translate-x-6',
  right:
    'h-full base:max-w-drawer translate-x-(--drawer-swipe-movement-x) border-l data-ending-style:translate-x-6 data-starting-style:translate-x-6',
  bottom:
    'max-h-[85dvh] translate-y-(--drawer-swipe-movement-y) rounded-t-panel border-t pb-[env(safe-area-inset-bottom)] data-ending-style:translate-y-6 data-starting-style:translate-y-6',
};

/**
 * A panel from an edge of the screen, for settings and lists that are not always visible. Closes with Escape, a click
 * outside, or a swipe toward its edge. From the bottom it is as tall as its content.
 * @param guarded only its button closes it, for content that is shown only once
 */
export function Drawer({
  open,
  onOpenChange,
  title,
  side = 'right',
  guarded = false,
  footer,
  className,
  children,
}: {
  open: boolean;
  onOpenChange: (open: boolean) => void;
  title: ReactNode;
  side?: Side;
  guarded?: boolean;
  footer?: ReactNode;
  className?: string;
  children: ReactNode;
}) {
  return (
    <Base.Root
      open={open}
      onOpenChange={(next, { reason }) => {
        if (!guarded || next || reason === 'close-press') onOpenChange(next);
      }}
      swipeDirection={side === 'bottom' ? 'down' : side}
    >
      <Base.Portal>
        <Base.Backdrop className={BACKDROP} />
        <Base.Viewport className={classNames('fixed inset-0 z-40 flex', SIDES[side])}>
          <Base.Popup
            className={classNames(
              'flex w-full touch-auto flex-col border-line bg-surface shadow-float outline-none transition-[opacity,translate] duration-180 data-ending-style:opacity-0 data-starting-style:opacity-0',
              SHAPE[side],
              className,
            )}
          >
            <header className="flex min-h-topbar items-center gap-3 border-b border-line px-4">
              <Base.Title className="min-w-0 flex-1 truncate text-base font-semibold">{title}</Base.Title>
              <Base.Close render={<IconButton label="Close" icon={<X />} size="small" tooltip={false} />} />
            </header>
            <Base.Content className="min-h-0 flex-1 overflow-y-auto overscroll-contain p-4">{children}</Base.Content>
            {footer ? (
              <footer className="flex items-center justify-end gap-3 border-t border-line p-4">{footer}</footer>
            ) : null}
          </Base.Popup>
        </Base.Viewport>
      </Base.Portal>
    </Base.Root>
  );
}
