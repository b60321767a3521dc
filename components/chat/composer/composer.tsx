'use client';

import { ArrowUp, Square } from 'lucide-react';
import { useEffect, useRef, useState, type KeyboardEvent, type ReactNode } from 'react';
import { Button } from '@/components/ui/button';
import { useWhenThere } from '../use-when-there';
import { useDraft } from './use-draft';

/**
 * Where the reader writes. Grows to ten lines; Enter sends, Shift+Enter breaks the line, Escape stops (see the page).
 * @param draftKey one kept draft per chat
 * @param pending whether something can be sent is not known yet: Send waits for it
 * @param blocked why nothing can be sent now; null where it can
 * @param children the controls at its left foot
 */
export function Composer({
  draftKey,
  answering,
  pending,
  blocked,
  onWrite,
  onSend,
  onStop,
  children,
}: {
  draftKey: string;
  answering: boolean;
  pending: boolean;
  blocked: string | null;
  /** Called when the reader writes: an answer will follow soon. */
  onWrite: () => void;
  onSend: (text: string) => void;
  onStop: () => void;
  children: ReactNode;
}) {
  const [text, setText] = useDraft(draftKey);
  const [refused, setRefused] = useState(false);
  const area = useRef<HTMLTextAreaElement>(null);
  useEffect(() => {
    if (area.current) fit(area.current);
  }, [text]);
  useEffect(() => area.current?.focus(), [draftKey]);

  const [waiting, ask] = useWhenThere(pending, (askedIn: string) => {
    // While it waited the reader may have gone to another chat, whose draft is not meant.
    if (askedIn !== draftKey || text.trim() === '') return;
    setRefused(blocked !== null);
    if (blocked !== null) return;
    onSend(text.trim());
    setText('');
  });
  const send = () => {
    area.current?.focus();
    if (text.trim() !== '' && !answering) ask(draftKey);
  };
  const onKeyDown = (event: KeyboardEvent) => {
    // Enter that ends the composing of a character sends nothing.
    if (event.key !== 'Enter' || event.shiftKey || event.nativeEvent.isComposing) return;
    event.preventDefault();
    send();
  };
  return (
    <form
      aria-label="Message"
      onSubmit={(event) => {
        event.preventDefault();
        send();
      }}
      className="rounded-panel border border-edge bg-surface transition-[border-color] focus-within:border-signal"
    >
      <textarea
        ref={area}
        rows={1}
        data-testid="composer"
        aria-label="Message"
        aria-describedby={refused && blocked ? 'composer-refusal' : undefined}
        placeholder="Write a message"
        enterKeyHint="send"
        value={text}
        onChange={(event) => {
          setText(event.target.value);
          onWrite();
        }}
        onKeyDown={onKeyDown}
        className="field-sizing-content block max-h-70 w-full resize-none bg-transparent px-4 pt-3 pb-1 text-lg outline-none"
      />
      {refused && blocked ? (
        <p id="composer-refusal" role="alert" className="px-4 text-sm text-stop">
          {blocked}
        </p>
      ) : null}
      <div className="flex items-center justify-between gap-2 p-2">
        <div className="flex min-w-0 items-center gap-1">{children}</div>
        {answering ? (
          <Button
            kind="quiet"
            size="small"
            data-testid="stop"
            onClick={() => {
              onStop();
              area.current?.focus();
            }}
          >
            <Square aria-hidden className="size-3! fill-current" />
            Stop
          </Button>
        ) : (
          <Button kind="primary" size="small" type="submit" data-testid="send" busy={waiting}>
            <ArrowUp aria-hidden />
            Send
          </Button>
        )}
      </div>
    </form>
  );
}

/** Where the browser cannot size a field by its content, its height is set by hand. */
function fit(element: HTMLTextAreaElement): void {
  if (CSS.supports('field-sizing', 'content')) return;
  element.style.height = 'auto';
  element.style.height = `${element.scrollHeight}px`;
}
