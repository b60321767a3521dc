'use client';

import { CircleAlert, CircleCheck, Info, TriangleAlert } from 'lucide-react';
import { useTheme } from 'next-themes';
import { useEffect } from 'react';
import { Toaster as Base } from 'sonner';

export { toast } from 'sonner';

/** Sonner's toast region. @param onMounted must be stable */
export default function Toaster({ onMounted }: { onMounted: () => void }) {
  const { resolvedTheme } = useTheme();
  useEffect(onMounted, [onMounted]);
  return (
    <Base
      theme={resolvedTheme === 'dark' ? 'dark' : 'light'}
      position="bottom-right"
      // Above the bottom bar of phones, which ends at another width than sonner's own mobile layout.
      offset={{ bottom: 'var(--toast-bottom)', right: '1.5rem' }}
      mobileOffset={{ bottom: 'var(--toast-bottom)' }}
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
