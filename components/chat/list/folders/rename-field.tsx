'use client';

import { useEffect, useRef, useState } from 'react';

/**
 * The title as a field: Enter or leaving it keeps, Escape drops.
 * @param onEnd with the title to keep, null for none, and whether the field had the focus until now
 */
export default function RenameField({
  title,
  onEnd,
}: {
  title: string;
  onEnd: (title: string | null, hadFocus: boolean) => void;
}) {
  const [text, setText] = useState(title);
  const field = useRef<HTMLInputElement>(null);
  const ended = useRef(false);
  useEffect(() => {
    // After the menu gave the focus back to its button, which is gone by then.
    const timer = setTimeout(() => {
      field.current?.focus();
      field.current?.select();
    });
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
      aria-label="Title of this chat"
      value={text}
      maxLength={200}
      onChange={(event) => setText(event.target.value)}
      // Where the whole window lost the focus, the field still has it.
      onBlur={({ currentTarget }) => end(text, document.activeElement === currentTarget)}
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
