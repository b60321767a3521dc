'use client';

import { Search } from 'lucide-react';
import { Keys } from '../keyboard/keys';
import { useModifier } from '../keyboard/use-modifier';

/** Opens the command palette: looks like a field with its shortcut on wide screens, an icon on phones. */
export function PaletteButton({ onOpen }: { onOpen: () => void }) {
  const modifier = useModifier();
  return (
    <button
      type="button"
      aria-label="Search commands"
      aria-haspopup="dialog"
      aria-keyshortcuts="Meta+K Control+K"
      onClick={onOpen}
      className="flex size-control items-center justify-center gap-2 rounded-control text-muted transition-[background-color,border-color,color] hover:text-ink max-md:hover:bg-ink/6 md:w-64 md:justify-start md:border md:border-line md:bg-surface md:px-3 md:hover:border-edge pointer-coarse:min-h-touch max-md:pointer-coarse:size-touch"
    >
      <Search aria-hidden />
      <span className="flex-1 text-left max-md:hidden">Search</span>
      <Keys keys={`${modifier} K`} className="max-md:hidden" />
    </button>
  );
}
