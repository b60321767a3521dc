'use client';

import { CircleAlert, X } from 'lucide-react';
import { AttachmentPreview } from './attachment-preview';
import { classNames } from '@/components/ui/class-names';
import { IconButton } from '@/components/ui/icon-button';
import { Skeleton } from '@/components/ui/show/skeleton';
import type { DraftAttachments } from './draft-attachments';

/** The attachments of the message being written, and why others were rejected. */
export default function Tray({
  items,
  problems,
  reading,
  warning,
  warningId,
  urgent,
  onRemove,
}: DraftAttachments & {
  /** Why the message cannot be sent with these attachments; null if it can. */
  warning: string | null;
  warningId: string;
  /** Somebody tried to send them: the warning is announced again and stands out. */
  urgent: boolean;
  onRemove: (id: string) => void;
}) {
  return (
    <div className="flex flex-col gap-2 px-3 pt-3">
      {items.length + reading > 0 ? (
        <ul aria-label="Attachments" className="flex max-h-44 flex-wrap gap-2 overflow-y-auto" aria-busy={reading > 0}>
          {items.map((item) => (
            <li
              key={item.id}
              className="flex max-w-full items-center gap-2 rounded-control border border-line bg-sunken p-1.5"
            >
              <AttachmentPreview attachment={item} />
              <IconButton size="small" label={`Remove ${item.name}`} icon={<X />} onClick={() => onRemove(item.id)} />
            </li>
          ))}
          {Array.from({ length: reading }, (_, at) => (
            <li key={at} className="flex h-13 w-40 items-center rounded-control border border-line bg-sunken p-1.5">
              <span className="sr-only">Reading file</span>
              <Skeleton className="w-full" />
            </li>
          ))}
        </ul>
      ) : null}
      {problems.length > 0 || warning !== null ? (
        // Replaced, and so announced again, when somebody tries to send.
        <div key={String(urgent)} role="alert" className="flex flex-col gap-1 text-sm text-stop">
          {problems.map((problem) => (
            <Problem key={problem} sentence={problem} />
          ))}
          {warning === null ? null : (
            <div id={warningId} className={classNames('rounded-control', urgent && 'flash-once font-medium')}>
              <Problem sentence={warning} />
            </div>
          )}
        </div>
      ) : null}
    </div>
  );
}

function Problem({ sentence }: { sentence: string }) {
  return (
    <p className="flex items-start gap-1.5">
      <CircleAlert aria-hidden className="mt-px" />
      <span className="min-w-0 wrap-anywhere">{sentence}</span>
    </p>
  );
}
