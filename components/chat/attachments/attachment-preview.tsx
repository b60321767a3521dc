import { FileText } from 'lucide-react';
import type { Attachment } from '@/lib/client/chat/types';
import { sizeText } from '@/lib/client/attachments/bounds';
import { Picture } from './picture';

/** An image as a thumbnail, a file as an icon, with name and size. */
export function AttachmentPreview({ attachment: { kind, name, bytes, url } }: { attachment: Attachment }) {
  return (
    <>
      {kind === 'image' ? (
        <Picture src={url} alt="" className="size-10 shrink-0 rounded-control object-cover" />
      ) : (
        <span className="flex size-10 shrink-0 items-center justify-center rounded-control bg-ink/6 text-muted">
          <FileText aria-hidden />
        </span>
      )}
      <span className="min-w-0 max-w-48">
        <span className="block truncate text-sm font-medium" title={name}>
          {name}
        </span>
        <span className="figure-text block text-xs text-muted">{sizeText(bytes)}</span>
      </span>
    </>
  );
}
