'use client';

import { Pencil, RefreshCw, Trash2 } from 'lucide-react';
import { memo, useState } from 'react';
import { Button } from '@/components/ui/button';
import { CopyButton } from '@/components/ui/copy-button';
import { IconButton } from '@/components/ui/icon-button';
import type { Attachment, ChatMessage, ToolResult } from '@/lib/client/chat/types';
import { ShownAttachments } from '../attachments/shown-attachments';
import { Refusal } from '../sending/refusal';
import { BUSY_MESSAGE, type SendState } from '../sending/send-state';
import { useAttempt } from '../sending/use-attempt';
import type { ChatActions } from '../state/actions';
import { ACTIONS_APPEAR } from './actions-appear';
import { deleteWithUndo } from './delete-message';
import { EditMessage } from './parts/edit-message';
import { LongText } from './parts/long-text';
import { ResultsForm } from './parts/results-form';
import { SentResults } from './parts/sent-results';
import { Versions } from './versions';

const EDIT_LABEL = 'Edit message';

/**
 * A user message, shown exactly as written. Editing sends it again and keeps the old one as a version,
 * or changes it in its place.
 */
export const UserMessage = memo(function UserMessage({
  message,
  at,
  of,
  last,
  sendState,
  busy,
  actions,
}: {
  message: ChatMessage;
  at: number;
  of: number;
  /** Nothing follows it: it has no answer. */
  last: boolean;
  /** Which model an edited message goes to, and whether it can be sent. */
  sendState: SendState;
  /** An answer is streaming: nothing can be sent meanwhile. */
  busy: boolean;
  actions: ChatActions;
}) {
  const [editing, setEditing] = useState(false);
  const { text, attachments = [], results, parentId } = message;
  const { model } = sendState;
  const blockedReason = (kept: readonly Attachment[]) =>
    busy ? BUSY_MESSAGE : sendState.blockedReason(actions.pathBefore(message), kept);
  const send = (edited: string, kept: Attachment[]) => {
    if (model === null) return;
    setEditing(false);
    actions.resend(message, edited, model.id, kept);
  };
  const sendResults = (edited: ToolResult[]) => {
    if (model === null || parentId === null) return;
    setEditing(false);
    actions.sendResults(parentId, edited, model.id);
  };
  const stop = () => setEditing(false);
  const save = (edited: string, kept: Attachment[]) => {
    setEditing(false);
    actions.rewrite(message, { text: edited, attachments: kept });
  };
  const [refusal, attempt] = useAttempt(blockedReason(attachments));
  return (
    <article
      aria-label="You"
      data-testid="user-message"
      data-focus-back={editing ? EDIT_LABEL : undefined}
      className="group flex flex-col items-end outline-none"
    >
      <h2 className="sr-only">You</h2>
      {editing && results ? (
        <ResultsForm results={results} blockedReason={blockedReason([])} onSend={sendResults} onCancel={stop} />
      ) : editing ? (
        <EditMessage
          text={text}
          attachments={attachments}
          blockedReason={blockedReason}
          onSend={send}
          onSave={save}
          onCancel={stop}
        />
      ) : (
        <>
          {results ? <SentResults results={results} /> : null}
          {attachments.length > 0 ? <ShownAttachments items={attachments} /> : null}
          {text === '' ? null : (
            <LongText text={text} className="max-w-[85%] rounded-panel bg-ink/6 px-4 py-2.5 text-lg" />
          )}
          <div className="mt-1 flex items-center">
            <Versions at={at} of={of} onStep={(by) => actions.step(message, by)} />
            <span className={ACTIONS_APPEAR}>
              {text === '' ? null : <CopyButton text={text} label="Copy message" />}
              {busy ? null : (
                <>
                  <IconButton size="small" label={EDIT_LABEL} icon={<Pencil />} onClick={() => setEditing(true)} />
                  <IconButton
                    size="small"
                    label="Delete message"
                    icon={<Trash2 />}
                    onClick={() => deleteWithUndo(actions, message)}
                  />
                </>
              )}
            </span>
            {last && !busy ? (
              <Button
                kind="plain"
                size="small"
                onClick={() => attempt(() => model && actions.answer(message, model.id))}
              >
                <RefreshCw aria-hidden />
                Answer
              </Button>
            ) : null}
          </div>
          <Refusal message={refusal} className="mt-2" />
        </>
      )}
    </article>
  );
});
