'use client';

import { Search, X } from 'lucide-react';
import type { KeyboardEvent, RefObject } from 'react';
import { IconButton } from '@/components/ui/icon-button';

/**
 * The search field above the list. Escape clears it, the down arrow moves to the results, Enter opens the first.
 * @param onDown called for the down arrow
 * @param onFirst called for Enter
 */
export function SearchField({
  field,
  text,
  onChange,
  onDown,
  onFirst,
}: {
  field: RefObject<HTMLInputElement | null>;
  text: string;
  onChange: (text: string) => void;
  onDown: () => void;
  onFirst: () => void;
}) {
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.nativeEvent.isComposing || text === '') return;
    if (event.key === 'Enter') onFirst();
    else if (event.key === 'ArrowDown') onDown();
    else return;
    event.preventDefault();
  };
  return (
    <div className="relative mt-2">
      <Search aria-hidden className="pointer-events-none absolute top-1/2 left-2.5 -translate-y-1/2 text-muted" />
      <input
        ref={field}
        type="text"
        role="searchbox"
        aria-label="Search chats"
        placeholder="Search chats"
        autoComplete="off"
        spellCheck={false}
        maxLength={200}
        value={text}
        onChange={(event) => onChange(event.target.value)}
        onKeyDown={onKeyDown}
        className="h-control w-full rounded-control border border-transparent bg-ink/5 pr-8 pl-8 text-base transition-[border-color] hover:border-line pointer-coarse:h-11 pointer-coarse:text-lg"
      />
      {text === '' ? null : (
        <IconButton
          size="small"
          tooltip={false}
          label="Clear search"
          icon={<X />}
          onClick={() => {
            onChange('');
            field.current?.focus();
          }}
          className="absolute top-1/2 right-0 -translate-y-1/2"
        />
      )}
    </div>
  );
}
