import { MessageSquare, Star } from 'lucide-react';
import { classNames } from '@/components/ui/class-names';
import type { Character } from '@/lib/characters/contract';

const count = new Intl.NumberFormat('en-US');
const mean = new Intl.NumberFormat('en-US', { minimumFractionDigits: 1, maximumFractionDigits: 1 });

/** A number with thousands separators, and its noun. */
export function counted(number: number, one: string, many = `${one}s`): string {
  return `${count.format(number)} ${number === 1 ? one : many}`;
}

/** A character's rating and number of users, in one line. */
export function Figures({ stats, className }: { stats: Character['stats']; className?: string }) {
  const { averageRating, ratingCount, imports } = stats;
  return (
    <p className={classNames('flex items-center gap-3 text-xs text-muted', className)}>
      {ratingCount > 0 ? (
        <span className="inline-flex items-center gap-1">
          <Star aria-hidden className="size-3.5 fill-signal text-signal" />
          <span className="figure-text text-ink">{mean.format(averageRating)}</span>
          <span className="sr-only"> of 5, </span>
          <span aria-hidden className="figure-text">
            ({count.format(ratingCount)})
          </span>
          <span className="sr-only">{counted(ratingCount, 'rating')}</span>
        </span>
      ) : (
        <span>Not rated yet</span>
      )}
      {imports > 0 ? (
        <span className="inline-flex items-center gap-1" title={`Used by ${counted(imports, 'account')}`}>
          <MessageSquare aria-hidden className="size-3.5" />
          <span className="figure-text">{count.format(imports)}</span>
          <span className="sr-only"> {imports === 1 ? 'account has' : 'accounts have'} used it</span>
        </span>
      ) : null}
    </p>
  );
}
