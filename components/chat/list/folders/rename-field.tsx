'use client';

import { useEffect, useRef, useState } from 'react';

/** A menu that closes gives the focus back within so long. */
const MENU_MS = 50;

/**
 * The title as a field: Enter or leaving it keeps, Escape drops.
 * @param onEnd with the title to keep, null for none, and whether the field had the focus until now
 */
export function RenameField({
  title,
  onEnd,
}: {
  title: string;
  onEnd: (title: string | null, hadFocus: boolean) => void;
}) {
  const [text, setText] = useState(title);
  const field = useRef<HTMLInputElement>(null);
  const ended = useRef(false);
  const settled = useRef(false);
  useEffect(() => {
    const take = () => {
      if (document.activeElement === field.current) return;
      field.current?.focus();
      field.current?.select();
    };
    // At once: what is typed is meant for it.
    take();
    // And after the menu gave the focus back to its button, which is gone by then.
    const timer = setTimeout(() => {
      settled.current = true;
      take();
    }, MENU_MS);
    return () => clearTimeout(timer);
  }, []);
  const end = (kept: string | null, hadFocus: boolean) => {
    if (ended.current) return;
    ended.current = true;
    onEnd(kept, hadFocus);
  };
  return (
    <input
      ref={field}
      aria-label="Chat title"
      value={text}
      maxLength={200}
      onChange={(event) => setText(event.target.value)}
      // Where the whole window lost the focus, the field still has it.
      onBlur={({ currentTarget }) => {
        if (settled.current) end(text, document.activeElement === currentTarget);
      }}
      onKeyDown={(event) => {
        if (event.nativeEvent.isComposing) return;
        if (event.key === 'Enter') end(text, true);
        if (event.key === 'Escape') {
          event.stopPropagation();
          end(null, true);
        }
      }}
      className="h-7 w-full rounded-control bg-surface px-2 text-base -outline-offset-2 pointer-coarse:h-touch pointer-coarse:text-lg"
    />
  );
}
