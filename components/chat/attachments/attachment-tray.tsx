'use client';

import { lazy, type ComponentProps } from 'react';
import { ChunkBoundary } from '@/components/ui/lazy/chunk-boundary';

const Tray = lazy(() => import('./tray'));

/** What goes with the message that is being written; nothing, and no code, where there is nothing to say. */
export function AttachmentTray(props: ComponentProps<typeof Tray>) {
  const { items, reading, problems, warning } = props;
  if (items.length + reading + problems.length === 0 && warning === null) return null;
  return (
    <ChunkBoundary>
      <Tray {...props} />
    </ChunkBoundary>
  );
}
