'use client';

import { useEffect, useRef, useState } from 'react';

/** The title as a field: Enter or leaving it keeps, Escape drops. */
export default function RenameField({ title, onEnd }: { title: string; onEnd: (title: string | null) => void }) {
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
  const end = (kept: string | null) => {
    if (ended.current) return;
    ended.current = true;
    onEnd(kept);
  };
  return (
    <input
      ref={field}
      aria-label="Title of this chat"
      value={text}
      maxLength={200}
      onChange={(event) => setText(event.target.value)}
      onBlur={() => end(text)}
      onKeyDown={(event) => {
        if (event.nativeEvent.isComposing) return;
        if (event.key === 'Enter') end(text);
        if (event.key === 'Escape') {
          event.stopPropagation();
          end(null);
        }
      }}
      className="h-7 w-full rounded-control bg-surface px-2 text-base -outline-offset-2 pointer-coarse:h-touch pointer-coarse:text-lg"
    />
  );
}
