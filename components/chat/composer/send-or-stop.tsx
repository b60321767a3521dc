'use client';

import { ArrowUp, Square } from 'lucide-react';
import { useEffect, useRef, type MouseEvent } from 'react';
import { Button } from '@/components/ui/button';
import { ticks } from '@/lib/client/now';
import { ATTACHMENT_WARNING_ID } from '../attachments/attachment-tray';

/** A click this soon after an answer ends was meant for Stop. */
const MISCLICK_MS = 700;

/** The composer's Send or Stop button. */
export function SendOrStop({
  answering,
  waiting,
  blocked,
  onSend,
  onStop,
}: {
  answering: boolean;
  /** A sent message is waiting, e.g. for attachments to load. */
  waiting: boolean;
  /** The attachments cannot be sent; `ATTACHMENT_WARNING_ID` says why. */
  blocked: boolean;
  /** Called before the form is submitted. */
  onSend: (event: MouseEvent) => void;
  onStop: () => void;
}) {
  // Two buttons, so that none changes between press and release.
  return answering ? (
    <Button
      key="stop"
      kind="quiet"
      size="small"
      data-testid="stop"
      // The second half of a double click was meant for Send; later clicks mean Stop.
      onClick={({ detail }) => detail !== 2 && onStop()}
    >
      <Square aria-hidden className="size-3! fill-current" />
      Stop
    </Button>
  ) : (
    <Button
      key="send"
      kind="primary"
      size="small"
      type="submit"
      data-testid="send"
      busy={waiting}
      // It can still be pressed, and then says why.
      {...(blocked && { 'aria-disabled': true, 'aria-describedby': ATTACHMENT_WARNING_ID })}
      onClick={onSend}
    >
      <ArrowUp aria-hidden />
      Send
    </Button>
  );
}

/**
 * Keeps a click that was meant for Stop from sending a half-written message when the answer has just ended.
 * @param chat the open chat: leaving a chat that is answering does not end the answer
 * @returns `guard` blocks clicks for a moment after an answer ends; `end` lifts the block when the user types
 */
export function useMisclickGuard(
  answering: boolean,
  chat: string,
): { guard: (event: MouseEvent) => void; end: () => void } {
  const endedAt = useRef(Number.NEGATIVE_INFINITY);
  const before = useRef({ answering, chat });
  useEffect(() => {
    if (before.current.answering && !answering && before.current.chat === chat) endedAt.current = ticks();
    before.current = { answering, chat };
  }, [answering, chat]);
  return {
    guard: (event) => {
      // Pressing Enter on the button also fires a click, with a detail of 0.
      if (event.detail > 0 && ticks() - endedAt.current < MISCLICK_MS) event.preventDefault();
    },
    end: () => {
      endedAt.current = Number.NEGATIVE_INFINITY;
    },
  };
}
