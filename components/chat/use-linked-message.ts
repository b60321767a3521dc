'use client';

import { useSearchParams } from 'next/navigation';
import { useEffect, useEffectEvent, useRef, type RefObject } from 'react';
import type { ChatMessage } from '@/lib/client/chat/types';
import { floats } from '@/components/ui/overlay/floats';
import { ticks } from '@/lib/client/now';
import { MESSAGE_IN_ADDRESS } from './state/chat-address';

/** How long to wait for the code that shows messages. */
const WAIT_MS = 10_000;
/** How long the message is kept in place while the content above it gets its height. */
const SETTLE_MS = 600;

/**
 * Scrolls to the message in the URL, in whatever branch it is, and flashes it once.
 * @param open whether the chat's messages are loaded
 * @param reveal switches to its branch; false if the chat has no such message
 * @param onShow called before scrolling
 */
export function useLinkedMessage({
  content,
  messages,
  open,
  reveal,
  onShow,
}: {
  content: RefObject<HTMLElement | null>;
  messages: readonly ChatMessage[];
  open: boolean;
  reveal: (messageId: string) => boolean;
  onShow: () => void;
}): void {
  const wanted = useSearchParams().get(MESSAGE_IN_ADDRESS);
  const position = wanted === null ? -1 : messages.findIndex(({ id }) => id === wanted);
  const bring = useEffectEvent((id: string) => {
    if (!reveal(id)) forget();
  });
  const leave = useEffectEvent(onShow);
  const written = useWritten(wanted);
  useEffect(() => {
    if (wanted === null || !open) return;
    if (position < 0) return bring(wanted);
    return show(
      () => content.current?.querySelector(':scope > ol')?.children[position],
      () => leave(),
      written,
    );
  }, [wanted, open, position, content, written]);
}

/** Whether the user has started typing since the message was requested, also while its chat was still loading. */
function useWritten(wanted: string | null): RefObject<boolean> {
  const written = useRef(false);
  useEffect(() => {
    if (wanted === null) return;
    written.current = false;
    const note = () => (written.current = true);
    document.addEventListener('input', note);
    return () => document.removeEventListener('input', note);
  }, [wanted]);
  return written;
}

/** @returns a function that cancels it */
function show(find: () => Element | undefined, leave: () => void, written: RefObject<boolean>): () => void {
  const began = ticks();
  let seenAt: number | null = null;
  let frame = requestAnimationFrame(function look() {
    const element = find();
    const at = ticks();
    if (element) {
      leave();
      element.scrollIntoView({ block: 'center' });
      if (seenAt === null) flash(element, written.current);
      seenAt ??= at;
    }
    if (seenAt === null ? at - began < WAIT_MS : at - seenAt < SETTLE_MS) frame = requestAnimationFrame(look);
    else forget();
  });
  return () => cancelAnimationFrame(frame);
}

/** The flash keeps a distance from the text. */
const FLASH = ['flash-once', '[--flash-offset:0.25rem]'];

/**
 * Highlights and focuses the message, so that screen readers continue from there.
 * @param writes the user is typing, so the focus stays
 */
function flash(element: Element, writes: boolean): void {
  if (element instanceof HTMLElement && !writes && !floats()) {
    element.tabIndex = -1;
    element.focus({ preventScroll: true });
  }
  element.classList.add(...FLASH);
  element.addEventListener('animationend', function end(event) {
    if (event.target !== element) return;
    element.classList.remove(...FLASH);
    element.removeEventListener('animationend', end);
  });
}

/** A reload must not jump back to it. */
function forget(): void {
  const address = new URLSearchParams(window.location.search);
  address.delete(MESSAGE_IN_ADDRESS);
  window.history.replaceState(null, '', `/chat?${address.toString()}`);
}
