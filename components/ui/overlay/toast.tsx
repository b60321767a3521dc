'use client';

import { CircleAlert, CircleCheck, Info, TriangleAlert } from 'lucide-react';
import { useTheme } from 'next-themes';
import { Toaster as Base } from 'sonner';

/** Where toasts appear: once, in the root layout. Show one with `toast` of `sonner`: only for what the page itself does not show, e.g. undo. */
export function Toaster() {
  const { resolvedTheme } = useTheme();
  return (
    <Base
      theme={resolvedTheme === 'dark' ? 'dark' : 'light'}
      position="bottom-right"
      mobileOffset={{ bottom: 'calc(var(--spacing-bottombar, 3.5rem) + 0.75rem)' }}
      gap={8}
      icons={{
        success: <CircleCheck className="text-go" />,
        error: <CircleAlert className="text-stop" />,
        warning: <TriangleAlert className="text-warn" />,
        info: <Info className="text-muted" />,
      }}
      toastOptions={{
        classNames: {
          toast: 'border border-line! bg-surface! text-ink! shadow-float! font-sans! text-base! wrap-anywhere',
          description: 'text-muted!',
          actionButton: 'bg-ink! text-paper! rounded-control!',
          cancelButton: 'bg-sunken! text-ink! rounded-control!',
        },
      }}
    />
  );
}
