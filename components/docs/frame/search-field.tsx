'use client';

import { useEffect, useEffectEvent, useRef } from 'react';
import { Keys } from '@/components/frame/keyboard/keys';
import { useModifier } from '@/components/frame/keyboard/use-modifier';
import { Input } from '@/components/ui/field';

/**
 * The search of the reference. Ctrl or ⌘ and K bring the focus to it.
 * @param onShortcut called before that: the field may be collapsed
 */
export function SearchField({
  text,
  onChange,
  onShortcut,
}: {
  text: string;
  onChange: (text: string) => void;
  onShortcut: () => void;
}) {
  const field = useRef<HTMLInputElement>(null);
  const modifier = useModifier();
  const onKeyDown = useEffectEvent((event: KeyboardEvent) => {
    const { key, ctrlKey, metaKey, altKey, shiftKey } = event;
    if (event.defaultPrevented || key.toLowerCase() !== 'k' || !(ctrlKey || metaKey) || altKey || shiftKey) return;
    event.preventDefault();
    onShortcut();
    // Once it is shown.
    requestAnimationFrame(() => field.current?.select());
  });
  useEffect(() => {
    document.addEventListener('keydown', onKeyDown);
    return () => document.removeEventListener('keydown', onKeyDown);
  }, []);
  return (
    <div className="relative">
      <Input
        ref={field}
        type="search"
        aria-label="Search the reference"
        aria-keyshortcuts="Meta+K Control+K"
        placeholder="Search the reference"
        value={text}
        onChange={(event) => onChange(event.target.value)}
      />
      {text === '' ? (
        <Keys keys={`${modifier} K`} className="pointer-events-none absolute inset-y-0 right-2 items-center" />
      ) : null}
    </div>
  );
}
