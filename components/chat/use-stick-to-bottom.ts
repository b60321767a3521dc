'use client';

import { useCallback, useEffect, useRef, useState, type RefObject } from 'react';

/** Within this distance in pixels, the view counts as scrolled to the bottom. */
const AT_BOTTOM = 48;

/**
 * Keeps a growing column scrolled to the bottom while the user is there.
 * @param key when it changes (another chat), scrolls to the bottom immediately; null for content that is read from the
 * top
 * @returns the scroll container, its growing content, whether it is at the bottom, and functions to go there and to
 * leave
 */
export function useStickToBottom(key: string | null): {
  box: RefObject<HTMLDivElement | null>;
  content: RefObject<HTMLDivElement | null>;
  atBottom: boolean;
  toBottom: () => void;
  leaveBottom: () => void;
} {
  const box = useRef<HTMLDivElement>(null);
  const content = useRef<HTMLDivElement>(null);
  const sticking = useRef(true);
  const [atBottom, setAtBottom] = useState(true);

  const toBottom = useCallback(() => {
    sticking.current = true;
    setAtBottom(true);
    if (box.current) box.current.scrollTop = box.current.scrollHeight;
  }, []);

  const leaveBottom = useCallback(() => {
    sticking.current = false;
  }, []);

  useEffect(() => {
    const scrolling = box.current;
    const growing = content.current;
    if (!scrolling || !growing) return;
    let before = scrolling.scrollTop;
    const onScroll = () => {
      const distance = scrolling.scrollHeight - scrolling.scrollTop - scrolling.clientHeight;
      // Growth never scrolls upward: only the user does.
      if (scrolling.scrollTop < before - 1 && distance > 1) sticking.current = false;
      if (distance <= AT_BOTTOM && scrolling.scrollTop >= before) sticking.current = true;
      before = scrolling.scrollTop;
      setAtBottom(sticking.current || distance <= AT_BOTTOM);
    };
    const follow = () => {
      if (sticking.current) scrolling.scrollTop = scrolling.scrollHeight;
      else setAtBottom(scrolling.scrollHeight - scrolling.scrollTop - scrolling.clientHeight <= AT_BOTTOM);
    };
    const observer = new ResizeObserver(follow);
    observer.observe(growing);
    // The container shrinks when the composer grows.
    observer.observe(scrolling);
    // The wheel event fires before the container scrolls: without it, the next token would pull the user back.
    const onWheel = (event: WheelEvent) => {
      if (event.deltaY < 0 && scrolling.scrollTop > 0) sticking.current = false;
    };
    scrolling.addEventListener('wheel', onWheel, { passive: true });
    scrolling.addEventListener('scroll', onScroll, { passive: true });
    return () => {
      observer.disconnect();
      scrolling.removeEventListener('wheel', onWheel);
      scrolling.removeEventListener('scroll', onScroll);
    };
  }, []);

  useEffect(() => {
    sticking.current = key !== null;
    if (box.current) box.current.scrollTop = key === null ? 0 : box.current.scrollHeight;
  }, [key]);
  return { box, content, atBottom, toBottom, leaveBottom };
}
