'use client';

import { lazy, useState } from 'react';
import { ChunkBoundary } from '@/components/ui/lazy/chunk-boundary';
import type { Attachment } from '@/lib/client/chat/types';
import { AttachmentPreview } from './attachment-preview';
import { Picture } from './picture';

const ImageDialog = lazy(() => import('./image-dialog'));

/** The attachments of a message: images, which can be enlarged, and files. */
export function ShownAttachments({ items }: { items: readonly Attachment[] }) {
  const [shown, setShown] = useState<Attachment | null>(null);
  const [open, setOpen] = useState(false);
  return (
    <>
      <ul aria-label="Attachments" className="mb-1 flex max-w-[85%] flex-wrap items-end justify-end gap-2">
        {items.map((item) =>
          item.kind === 'image' ? (
            <li key={item.id}>
              <button
                type="button"
                title={item.name}
                aria-label={`Enlarge ${item.name}`}
                onClick={() => {
                  setShown(item);
                  setOpen(true);
                }}
                className="block overflow-hidden rounded-panel border border-line bg-sunken transition-[border-color] hover:border-edge"
              >
                <Picture src={item.url} alt="" className="h-24 max-w-40 min-w-16 object-cover sm:h-32 sm:max-w-56" />
              </button>
            </li>
          ) : (
            <li
              key={item.id}
              className="flex max-w-full items-center gap-2 rounded-panel border border-line bg-sunken p-1.5 pr-3"
            >
              <AttachmentPreview attachment={item} />
            </li>
          ),
        )}
      </ul>
      {shown ? (
        <ChunkBoundary>
          <ImageDialog image={shown} open={open} onOpenChange={setOpen} />
        </ChunkBoundary>
      ) : null}
    </>
  );
}
