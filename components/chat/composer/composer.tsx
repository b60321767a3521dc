'use client';

import {
  lazy,
  useEffect,
  useRef,
  useState,
  type ClipboardEvent,
  type ComponentProps,
  type KeyboardEvent,
  type ReactNode,
  type RefObject,
} from 'react';
import { classNames } from '@/components/ui/class-names';
import { floats } from '@/components/ui/overlay/floats';
import { ChunkBoundary } from '@/components/ui/lazy/chunk-boundary';
import { imagePrompt } from '@/lib/client/chat/image-prompt';
import type { Attachment } from '@/lib/client/chat/types';
import type { TextWireModel } from '@/lib/models/contract';
import { useDeferredAction } from '../use-deferred-action';
import { AttachButton } from '../attachments/attach-button';
import { AttachmentTray } from '../attachments/attachment-tray';
import { pastedFiles } from '../attachments/pasted-files';
import { useAttachments } from '../attachments/use-attachments';
import { useDrop } from '../attachments/use-drop';
import { usePromptMenu } from './use-prompt-menu';
import type { DraftRecipient } from './draft-cost';
import { useDraft } from './use-draft';
import { SendOrStop, useMisclickGuard } from './send-or-stop';

const ImageHint = lazy(() => import('./image-hint'));
const DraftCost = lazy(() => import('./draft-cost'));

/**
 * The message field. Grows to ten lines; Enter sends, Shift+Enter inserts a line break, Escape stops (handled by the
 * page). Images and files can be pasted, dropped, or chosen.
 * @param draftKey drafts are stored by this key
 * @param pending it is not known yet whether sending is possible: Send waits
 * @param blocked why nothing can be sent now; null if it can
 * @param refuse why attachments, or a text, cannot be sent now; null if they can
 * @param recipients the chats that a draft goes to, for its estimated cost
 * @param children the controls at the bottom left
 */
export function Composer({
  draftKey,
  answering,
  pending,
  blocked,
  refuse,
  recipients,
  models,
  onWrite,
  onSend,
  onStop,
  children,
}: {
  draftKey: string;
  answering: boolean;
  pending: boolean;
  blocked: string | null;
  refuse: (attachments: readonly Attachment[], text: string) => string | null;
  recipients: readonly DraftRecipient[];
  models: readonly TextWireModel[];
  /** Called on input, because an answer will follow soon. */
  onWrite: () => void;
  onSend: (text: string, attachments: readonly Attachment[]) => void;
  onStop: () => void;
  children: ReactNode;
}) {
  const [text, setText] = useDraft(draftKey);
  const attached = useAttachments(draftKey);
  const [refused, setRefused] = useState(false);
  const area = useArea(text, draftKey);
  const misclick = useMisclickGuard(answering, draftKey);

  const warning = refuse(attached.items, text.trim());
  const isEmpty = text.trim() === '' && attached.items.length + attached.reading === 0;
  const [waiting, ask, cancelDeferred] = useDeferredAction(pending || attached.reading > 0, (askedIn: string) => {
    // While waiting, the user may have opened another chat, whose draft must not be sent, or requested an answer in
    // another way.
    if (askedIn !== draftKey || isEmpty || answering) return;
    setRefused(true);
    if (blocked !== null || warning !== null) return;
    setRefused(false);
    onSend(text.trim(), attached.items);
    setText('');
    attached.clear();
  });
  // A pending send must not go out half-edited.
  const change = () => {
    cancelDeferred();
    setRefused(false);
    onWrite();
  };
  const edit = (next: string) => {
    misclick.end();
    setText(next);
    change();
  };
  const prompts = usePromptMenu(text, area, edit);
  const take = (files: File[]) => {
    attached.take(files);
    change();
    area.current?.focus();
  };
  const held = useDrop(take);
  const send = () => {
    area.current?.focus();
    if (!isEmpty && !answering) ask(draftKey);
  };
  return (
    <form
      aria-label="Message"
      onSubmit={(event) => {
        event.preventDefault();
        send();
      }}
      className={classNames(
        'rounded-panel border bg-surface transition-[border-color] focus-within:border-signal has-[textarea:focus-visible]:outline-1 has-[textarea:focus-visible]:outline-signal',
        held ? 'border-dashed border-signal' : 'border-edge',
      )}
    >
      <AttachmentTray
        items={attached.items}
        problems={attached.problems}
        reading={attached.loaded ? attached.reading : 0}
        warning={warning}
        urgent={refused}
        onRemove={(id) => {
          attached.remove(id);
          cancelDeferred();
          area.current?.focus();
        }}
      />
      {prompts.menu}
      <textarea
        ref={area}
        {...prompts.attributes}
        rows={1}
        data-testid="composer"
        aria-label="Message"
        aria-describedby={refused && blocked ? BLOCKED_ID : undefined}
        placeholder={held ? 'Drop to attach' : 'Write a message'}
        enterKeyHint="send"
        value={text}
        onChange={({ target }) => edit(target.value)}
        onKeyDown={(event) => onKey(event, prompts.onKeyDown, send)}
        onPaste={(event) => takePasted(event, take)}
        className="field-sizing-content block max-h-70 w-full resize-none bg-transparent px-4 pt-3 pb-1 text-lg outline-none"
      />
      <Note reason={refused ? blocked : null} warning={warning} text={text} attachments={attached.items} />
      <Controls
        draft={{ text, attachments: attached.items, recipients, models }}
        onFiles={take}
        answering={answering}
        waiting={waiting}
        blocked={warning !== null}
        onSend={misclick.guard}
        onStop={() => {
          onStop();
          area.current?.focus();
        }}
      >
        {children}
      </Controls>
    </form>
  );
}

/** The row below the text. */
function Controls({
  draft,
  onFiles,
  children,
  ...sendOrStop
}: ComponentProps<typeof SendOrStop> & {
  draft: ComponentProps<typeof DraftCost>;
  onFiles: (files: File[]) => void;
  children: ReactNode;
}) {
  return (
    <div className="@container/controls grid grid-cols-[minmax(0,1fr)_auto_auto] items-center gap-x-2 p-2">
      <div className="row-start-2 col-span-2 flex min-w-0 items-center gap-1 @md/controls:row-start-1 @md/controls:col-span-1">
        <AttachButton onFiles={onFiles} />
        {children}
      </div>
      <ChunkBoundary>{/^\/?\s*$/.test(draft.text) ? null : <DraftCost {...draft} />}</ChunkBoundary>
      <div className="row-start-2 col-start-3 flex @md/controls:row-start-1">
        <SendOrStop {...sendOrStop} />
      </div>
    </div>
  );
}

const BLOCKED_ID = 'composer-refusal';

/** Why the message was not sent; otherwise what it will cost if it requests an image. */
function Note({
  reason,
  warning,
  text,
  attachments,
}: {
  reason: string | null;
  warning: string | null;
  text: string;
  attachments: readonly Attachment[];
}) {
  if (reason !== null) {
    return (
      <p id={BLOCKED_ID} role="alert" className="px-4 text-sm text-stop">
        {reason}
      </p>
    );
  }
  const prompt = imagePrompt({ text: text.trim(), attachments });
  if (prompt === null || warning !== null) return null;
  return (
    <ChunkBoundary>
      <ImageHint prompt={prompt} />
    </ChunkBoundary>
  );
}

/** @param first what handles a key before Enter sends; whether it did */
function onKey(event: KeyboardEvent, first: (event: KeyboardEvent) => boolean, send: () => void): void {
  const isTaken = first(event);
  if (isTaken || isSend(event)) event.preventDefault();
  // A key that is held down was pressed elsewhere, or has already sent.
  if (!isTaken && isSend(event) && !event.repeat) send();
}

/** Enter, but not with Shift, and not when it ends an IME composition. */
const isSend = ({ key, shiftKey, nativeEvent }: KeyboardEvent): boolean =>
  key === 'Enter' && !shiftKey && !nativeEvent.isComposing;

/** Attaches files from the clipboard; everything else is pasted as usual. */
function takePasted(event: ClipboardEvent, take: (files: File[]) => void): void {
  const files = pastedFiles(event.clipboardData);
  if (files.length === 0) return;
  event.preventDefault();
  take(files);
}

/** The text field: as tall as its text, and focused when another chat opens. */
function useArea(text: string, draftKey: string): RefObject<HTMLTextAreaElement | null> {
  const area = useRef<HTMLTextAreaElement>(null);
  useEffect(() => {
    if (area.current) fit(area.current);
  }, [text]);
  useEffect(() => focusWithKeys(area.current), [draftKey]);
  return area;
}

/** Sets the height by script in browsers that cannot size a field by its content. */
function fit(element: HTMLTextAreaElement): void {
  if (CSS.supports('field-sizing', 'content')) return;
  element.style.height = 'auto';
  element.style.height = `${element.scrollHeight}px`;
}

/**
 * Not on phones, where the keyboard would cover the chat, and not while the user types elsewhere or a dialog is open.
 */
function focusWithKeys(area: HTMLTextAreaElement | null): void {
  const writes = document.activeElement?.matches('input:not([role="searchbox"]), textarea');
  if (!writes && !floats() && !window.matchMedia('(pointer: coarse)').matches) area?.focus();
}
