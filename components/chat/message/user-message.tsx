'use client';

import { Pencil } from 'lucide-react';
import { memo, useEffect, useRef, useState, type KeyboardEvent } from 'react';
import { Button } from '@/components/ui/button';
import { CopyButton } from '@/components/ui/copy-button';
import { IconButton } from '@/components/ui/icon-button';
import type { ChatMessage } from '@/lib/client/chat/types';
import type { ChatActions } from '../use-chat';
import { ACTIONS_APPEAR } from './actions-appear';
import { Versions } from './versions';

/** What the reader wrote, as they wrote it. Edited, it is sent again and the earlier one stays as a version. */
export const UserMessage = memo(function UserMessage({
  message,
  at,
  of,
  modelId,
  busy,
  actions,
}: {
  message: ChatMessage;
  at: number;
  of: number;
  /** The model that an edited message goes to; null while none is known. */
  modelId: string | null;
  /** An answer is being written: nothing can be sent meanwhile. */
  busy: boolean;
  actions: ChatActions;
}) {
  const [editing, setEditing] = useState(false);
  const send = (text: string) => {
    setEditing(false);
    if (modelId !== null) actions.resend(message, text, modelId);
  };
  return (
    <article aria-label="You" data-testid="user-message" className="group flex flex-col items-end">
      <h2 className="sr-only">You</h2>
      {editing ? (
        <Edit text={message.text} onSend={send} onCancel={() => setEditing(false)} />
      ) : (
        <>
          <p className="max-w-[85%] rounded-panel bg-ink/6 px-4 py-2.5 text-lg wrap-anywhere whitespace-pre-wrap">
            {message.text}
          </p>
          <div className="mt-1 flex items-center">
            <Versions at={at} of={of} onStep={(by) => actions.step(message, by)} />
            <span className={ACTIONS_APPEAR}>
              <CopyButton text={message.text} label="Copy message" />
              {busy ? null : (
                <IconButton
                  size="small"
                  label="Edit and send again"
                  icon={<Pencil />}
                  onClick={() => setEditing(true)}
                />
              )}
            </span>
          </div>
        </>
      )}
    </article>
  );
});

function Edit({ text, onSend, onCancel }: { text: string; onSend: (text: string) => void; onCancel: () => void }) {
  const [draft, setDraft] = useState(text);
  const area = useRef<HTMLTextAreaElement>(null);
  useEffect(() => {
    area.current?.focus();
    area.current?.setSelectionRange(text.length, text.length);
  }, [text]);
  const send = () => (draft.trim() === '' ? area.current?.focus() : onSend(draft.trim()));
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.nativeEvent.isComposing) return;
    if (event.key === 'Escape') onCancel();
    else if (event.key === 'Enter' && !event.shiftKey) {
      event.preventDefault();
      send();
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
      <textarea
        ref={area}
        aria-label="Edit your message"
        value={draft}
        onChange={(event) => setDraft(event.target.value)}
        onKeyDown={onKeyDown}
        className="field-sizing-content max-h-64 min-h-16 w-full resize-none bg-transparent px-1 text-lg outline-none"
      />
      <div className="mt-2 flex items-center justify-end gap-2">
        <Button size="small" kind="plain" onClick={onCancel}>
          Cancel
        </Button>
        <Button size="small" kind="primary" type="submit">
          Send
        </Button>
      </div>
    </form>
  );
}
