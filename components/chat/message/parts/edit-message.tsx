'use client';

import { X } from 'lucide-react';
import { useEffect, useRef, useState, type KeyboardEvent } from 'react';
import { Button } from '@/components/ui/button';
import { IconButton } from '@/components/ui/icon-button';
import { singleClick } from '@/components/ui/form/single-click';
import type { Attachment } from '@/lib/client/chat/types';
import { Refusal } from '../../sending/refusal';
import { useAttempt } from '../../sending/use-attempt';
import { AttachmentPreview } from '../../attachments/attachment-preview';

/** Edits an earlier user message; its attachments are sent again unless they are removed. */
export function EditMessage({
  text,
  attachments,
  blockedReason,
  onSend,
  onSave,
  onCancel,
}: {
  text: string;
  attachments: readonly Attachment[];
  /** Why it cannot be sent with these attachments; null if it can. The refused text stays in the field. */
  blockedReason: (attachments: readonly Attachment[]) => string | null;
  onSend: (text: string, attachments: Attachment[]) => void;
  /** Changes it without sending it. */
  onSave: (text: string, attachments: Attachment[]) => void;
  onCancel: () => void;
}) {
  const [draft, setDraft] = useState(text);
  const [kept, setKept] = useState<Attachment[]>([...attachments]);
  const area = useRef<HTMLTextAreaElement>(null);
  useEffect(() => {
    area.current?.focus();
    area.current?.setSelectionRange(text.length, text.length);
  }, [text]);
  const isEmpty = draft.trim() === '' && kept.length === 0;
  const [refusal, attempt] = useAttempt(blockedReason(kept));
  const send = () => (isEmpty ? area.current?.focus() : attempt(() => onSend(draft.trim(), kept)));
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.nativeEvent.isComposing) return;
    if (event.key === 'Escape') {
      // Handled here: the page would stop the answer as well.
      event.preventDefault();
      onCancel();
    } else if (event.key === 'Enter' && !event.shiftKey) {
      event.preventDefault();
      // Held down on the edit button, it would send immediately.
      if (!event.repeat) send();
    }
  };
  return (
    <form
      className="w-full rounded-panel border border-edge bg-surface p-3 focus-within:border-signal"
      onSubmit={(event) => {
        event.preventDefault();
        send();
      }}
    >
      {kept.length > 0 ? (
        <ul aria-label="Attachments" className="mb-2 flex flex-wrap gap-2">
          {kept.map((item) => (
            <li
              key={item.id}
              className="flex max-w-full items-center gap-2 rounded-control border border-line bg-sunken p-1.5"
            >
              <AttachmentPreview attachment={item} />
              <IconButton
                size="small"
                label={`Remove ${item.name}`}
                icon={<X />}
                onClick={() => {
                  setKept(kept.filter(({ id }) => id !== item.id));
                  area.current?.focus();
                }}
              />
            </li>
          ))}
        </ul>
      ) : null}
      <textarea
        ref={area}
        aria-label="Edit your message"
        value={draft}
        onChange={(event) => setDraft(event.target.value)}
        onKeyDown={onKeyDown}
        className="field-sizing-content max-h-64 min-h-16 w-full resize-none bg-transparent px-1 text-lg outline-none"
      />
      <Refusal message={refusal} className="px-1" />
      <div className="mt-2 flex items-center justify-end gap-2">
        <Button size="small" kind="plain" onClick={onCancel}>
          Cancel
        </Button>
        <Button
          size="small"
          title="Changes the message here, without a new answer"
          onClick={() => (isEmpty ? area.current?.focus() : onSave(draft.trim(), kept))}
        >
          Save
        </Button>
        <Button size="small" kind="primary" type="submit" onClick={singleClick()}>
          Send
        </Button>
      </div>
    </form>
  );
}
