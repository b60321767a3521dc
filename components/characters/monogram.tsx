import type { CSSProperties } from 'react';
import { classNames } from '@/components/ui/class-names';
import { monogramOf } from './monogram-of';

const SIZES = { small: 'size-8 text-xs', medium: 'size-10 text-sm', large: 'size-14 text-xl' } as const;

/** A character's monogram; its name is next to it. */
export function Monogram({
  character,
  size = 'medium',
}: {
  character: { name: string; slug: string };
  size?: keyof typeof SIZES;
}) {
  const { letters, hue } = monogramOf(character);
  const color: CSSProperties & { '--hue': number } = { '--hue': hue };
  return (
    <span
      aria-hidden
      style={color}
      className={classNames(
        'monogram-fill inline-flex shrink-0 items-center justify-center rounded-panel font-medium select-none',
        SIZES[size],
      )}
    >
      {letters}
    </span>
  );
}
