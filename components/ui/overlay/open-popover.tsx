'use client';

import { Popover as Base } from '@base-ui/react/popover';
import type { ReactElement, ReactNode } from 'react';
import { classNames } from '../class-names';
import { useOpenAtOnce } from './first-use';

/** The props of a popover. */
export type PopoverProps = {
  trigger: ReactElement<Record<string, unknown>>;
  /** The panel's accessible name, also shown above the content. */
  title: ReactNode;
  className?: string;
  /** The content; receives a function that closes the panel. */
  children: (close: () => void) => ReactNode;
};

/** A popover after its first use: its trigger and its panel, initially open. */
export default function OpenPopover({ trigger, title, className, children }: PopoverProps) {
  const { open, setOpen, trigger: triggerRef } = useOpenAtOnce<HTMLButtonElement>();
  return (
    <Base.Root open={open} onOpenChange={(next) => setOpen(next)}>
      <Base.Trigger ref={triggerRef} render={trigger} />
      <Base.Portal>
        <Base.Positioner side="bottom" align="end" sideOffset={6} collisionPadding={8} className="z-50 outline-none">
          <Base.Popup
            className={classNames(
              'max-h-(--available-height) w-[min(18rem,var(--available-width))] overflow-y-auto rounded-panel border border-line bg-surface p-4 shadow-float outline-none transition-opacity data-ending-style:opacity-0 data-starting-style:opacity-0',
              className,
            )}
          >
            <Base.Title className="text-sm font-medium text-muted">{title}</Base.Title>
            {children(() => setOpen(false))}
          </Base.Popup>
        </Base.Positioner>
      </Base.Portal>
    </Base.Root>
  );
}
