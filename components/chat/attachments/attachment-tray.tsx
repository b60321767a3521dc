'use client';

import { lazy, Suspense, type ComponentProps } from 'react';

const Tray = lazy(() => import('./tray'));

/** What goes with the message that is being written; nothing, and no code, where there is nothing to say. */
export function AttachmentTray(props: ComponentProps<typeof Tray>) {
  const { items, reading, problems, warning } = props;
  if (items.length + reading + problems.length === 0 && warning === null) return null;
  return (
    <Suspense>
      <Tray {...props} />
    </Suspense>
  );
}
