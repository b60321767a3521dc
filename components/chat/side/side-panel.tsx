'use client';

import { X } from 'lucide-react';
import { useEffect, useRef, type ReactNode } from 'react';
import { classNames } from '@/components/ui/class-names';
import { IconButton } from '@/components/ui/icon-button';

/**
 * A panel beside the page's content. Escape inside closes it, and what opened it gets the focus.
 * @param actions shown before the button that closes it
 */
export function SidePanel({
  title,
  openerId,
  actions,
  onClose,
  className,
  children,
}: {
  title: string;
  /** The ID of the button that gets the focus when the panel closes; by default what had it before. */
  openerId?: string;
  actions?: ReactNode;
  onClose: () => void;
  className: string;
  children: ReactNode;
}) {
  const panel = useRef<HTMLElement>(null);
  const opener = useRef<Element | null>(null);
  useEffect(() => {
    opener.current = document.activeElement;
    panel.current?.focus({ preventScroll: true });
  }, []);
  const close = () => {
    onClose();
    const target = openerId === undefined ? opener.current : document.getElementById(openerId);
    if (target instanceof HTMLElement) target.focus();
  };
  return (
    <section
      ref={panel}
      tabIndex={-1}
      aria-label={title}
      onKeyDown={(event) => {
        if (event.key !== 'Escape' || event.defaultPrevented || event.nativeEvent.isComposing) return;
        // Handled here: the page would stop an answer as well.
        event.preventDefault();
        close();
      }}
      className={classNames(
        'flex shrink-0 flex-col border-l border-line bg-surface outline-none print:hidden',
        className,
      )}
    >
      <header className="flex h-12 shrink-0 items-center gap-3 border-b border-line px-4">
        <h2 className="min-w-0 flex-1 truncate text-base font-semibold">{title}</h2>
        {actions}
        <IconButton label="Close" icon={<X />} size="small" tooltip={false} onClick={close} />
      </header>
      {children}
    </section>
  );
}
