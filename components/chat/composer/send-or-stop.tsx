'use client';

import { ArrowUp, Square } from 'lucide-react';
import { useEffect, useRef, type MouseEvent } from 'react';
import { Button } from '@/components/ui/button';
import { ticks } from '@/lib/client/now';

/** What is clicked this soon after an answer has ended was meant for Stop. */
const SURPRISE_MS = 700;

/** The composer's one button. */
export function SendOrStop({
  answering,
  waiting,
  onSend,
  onStop,
}: {
  answering: boolean;
  /** What was sent waits for what it needs. */
  waiting: boolean;
  /** Called before the form is sent. */
  onSend: (event: MouseEvent) => void;
  onStop: () => void;
}) {
  // Two buttons, not one that changes between press and release.
  return answering ? (
    <Button
      key="stop"
      kind="quiet"
      size="small"
      data-testid="stop"
      // The second half of a double click was meant for Send; further clicks mean Stop.
      onClick={({ detail }) => detail !== 2 && onStop()}
    >
      <Square aria-hidden className="size-3! fill-current" />
      Stop
    </Button>
  ) : (
    <Button key="send" kind="primary" size="small" type="submit" data-testid="send" busy={waiting} onClick={onSend}>
      <ArrowUp aria-hidden />
      Send
    </Button>
  );
}

/**
 * Keeps a half-written message from being sent by a click that was meant for Stop, where the answer ended just then.
 * @param chat which one is open: to leave one that is answering ends no answer
 * @returns what holds a click up for a moment after an answer has ended, and what ends that: something was written
 */
export function useSurprise(answering: boolean, chat: string): { guard: (event: MouseEvent) => void; end: () => void } {
  const endedAt = useRef(Number.NEGATIVE_INFINITY);
  const before = useRef({ answering, chat });
  useEffect(() => {
    if (before.current.answering && !answering && before.current.chat === chat) endedAt.current = ticks();
    before.current = { answering, chat };
  }, [answering, chat]);
  return {
    guard: (event) => {
      // Enter on the button is a click that no pointer made.
      if (event.detail > 0 && ticks() - endedAt.current < SURPRISE_MS) event.preventDefault();
    },
    end: () => {
      endedAt.current = Number.NEGATIVE_INFINITY;
    },
  };
}
