'use client';

import { Dialog } from '@/components/ui/overlay/dialog';
import { sizeText } from '@/lib/client/attachments/bounds';
import type { Attachment } from '@/lib/client/chat/types';
import { Picture } from './picture';

/** An image of a message, as large as fits in the window. */
export default function ImageDialog({
  image,
  open,
  onOpenChange,
}: {
  image: Attachment;
  open: boolean;
  onOpenChange: (open: boolean) => void;
}) {
  return (
    <Dialog
      open={open}
      onOpenChange={onOpenChange}
      title={<span className="wrap-anywhere">{image.name}</span>}
      description={sizeText(image.bytes)}
      className="sm:max-w-console"
    >
      <Picture src={image.url} alt={image.name} className="mx-auto max-h-[65dvh] max-w-full rounded-control" />
    </Dialog>
  );
}
