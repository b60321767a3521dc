'use client';

import { Dialog as Base } from '@base-ui/react/dialog';
import { X } from 'lucide-react';
import type { ReactNode, RefObject } from 'react';
import { classNames } from '../class-names';
import { IconButton } from '../icon-button';

/** The backdrop of dialogs and drawers. */
export const BACKDROP =
  'fixed inset-0 z-40 bg-veil transition-opacity data-ending-style:opacity-0 data-starting-style:opacity-0';

/**
 * A modal dialog: traps and restores the focus, and closes with Escape or a click outside.
 * @param onOpenChange called with false when it should close
 * @param guarded keeps it open on Escape and outside clicks, for content that is shown only once
 * @param footer buttons, the primary one last
 */
export function Dialog({
  open,
  onOpenChange,
  title,
  description,
  guarded = false,
  initialFocus,
  footer,
  className,
  children,
}: {
  open: boolean;
  onOpenChange: (open: boolean) => void;
  title: ReactNode;
  description?: ReactNode;
  guarded?: boolean;
  initialFocus?: RefObject<HTMLElement | null>;
  footer?: ReactNode;
  className?: string;
  children?: ReactNode;
}) {
  return (
    <Base.Root
      open={open}
      disablePointerDismissal={guarded}
      onOpenChange={(next, details) => {
        if (guarded && !next && details.reason === 'escape-key') return;
        onOpenChange(next);
      }}
    >
      <Base.Portal>
        <Base.Backdrop className={BACKDROP} />
        <Base.Viewport className="fixed inset-0 z-40 flex items-end justify-center overflow-y-auto p-0 sm:items-start sm:p-6 sm:pt-[12vh]">
          <Base.Popup
            initialFocus={initialFocus}
            className={classNames(
              'flex max-h-full w-full flex-col rounded-t-panel border border-line bg-surface shadow-float outline-none transition-[opacity,translate] data-ending-style:translate-y-1 data-ending-style:opacity-0 data-starting-style:translate-y-1 data-starting-style:opacity-0 base:sm:max-w-dialog sm:rounded-panel',
              className,
            )}
          >
            <header className="flex items-start gap-3 px-6 pt-6">
              <div className="min-w-0 flex-1">
                <Base.Title className="text-lg font-semibold">{title}</Base.Title>
                {description ? <Base.Description className="mt-1 text-muted">{description}</Base.Description> : null}
              </div>
              {guarded ? null : (
                <Base.Close
                  render={
                    <IconButton label="Close" icon={<X />} size="small" tooltip={false} className="-mt-1 -mr-2" />
                  }
                />
              )}
            </header>
            <div className="min-h-0 overflow-y-auto px-6 py-6">{children}</div>
            {footer ? (
              <footer className="flex flex-wrap items-center justify-end gap-3 border-t border-line px-6 py-4">
                {footer}
              </footer>
            ) : null}
          </Base.Popup>
        </Base.Viewport>
      </Base.Portal>
    </Base.Root>
  );
}
