'use client';

import { lazy, type ComponentProps } from 'react';
import { ChunkBoundary } from '@/components/ui/lazy/chunk-boundary';

const Tray = lazy(() => import('./tray'));

/** The attachments of the message being written. Renders nothing, and loads no code, if there are none. */
export function AttachmentTray(props: ComponentProps<typeof Tray>) {
  const { items, reading, problems, warning } = props;
  if (items.length + reading + problems.length === 0 && warning === null) return null;
  return (
    <ChunkBoundary>
      <Tray {...props} />
    </ChunkBoundary>
  );
}
