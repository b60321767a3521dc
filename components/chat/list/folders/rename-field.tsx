'use client';

import { useEffect, useRef, useState } from 'react';

/** A closing menu restores the focus within this time. */
const MENU_MS = 50;

/**
 * The title as a text field: Enter or blur saves, Escape cancels.
 * @param onEnd called with the title to save, or null to keep the old one, and whether the field had the focus
 */
export function RenameField({
  title,
  label = 'Chat title',
  onEnd,
}: {
  title: string;
  label?: string;
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
    // Immediately, because the user may already be typing.
    take();
    // And again after the menu has tried to restore the focus to its button.
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
      aria-label={label}
      value={text}
      maxLength={200}
      onChange={(event) => setText(event.target.value)}
      // If the whole window lost the focus, the field is still the active element.
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
