'use client';

import { lazy, type ComponentProps } from 'react';
import { ChunkBoundary } from '@/components/ui/lazy/chunk-boundary';

/** The element with the sentence that says why the attachments cannot be sent. */
export const ATTACHMENT_WARNING_ID = 'attachment-warning';

const Tray = lazy(() => import('./tray'));

/** The attachments of the message being written. Renders nothing, and loads no code, if there are none. */
export function AttachmentTray(props: Omit<ComponentProps<typeof Tray>, 'warningId'>) {
  const { items, reading, problems, warning } = props;
  if (items.length + reading + problems.length === 0 && warning === null) return null;
  return (
    <ChunkBoundary>
      <Tray {...props} warningId={ATTACHMENT_WARNING_ID} />
    </ChunkBoundary>
  );
}
