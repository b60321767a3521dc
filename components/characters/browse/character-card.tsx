import { Badge } from '@/components/ui/show/badge';
import { Skeleton } from '@/components/ui/show/skeleton';
import { shownServiceId } from '@/lib/client/service-id';
import type { Character } from '@/lib/characters/contract';
import { authorText } from '../author-text';
import { Figures } from '../figures';
import { Monogram } from '../monogram';

/** How many tags fit on a card. */
const SHOWN_TAGS = 3;

/** One character in the list; clicking anywhere on the card opens it. */
export function CharacterCard({ character, onOpen }: { character: Character; onOpen: () => void }) {
  const { name, description, author, tags, featured, stats } = character;
  return (
    <li className="relative flex flex-col gap-3 rounded-panel border border-line bg-surface p-4 transition-[border-color] hover:border-edge">
      <div className="flex items-center gap-3">
        <Monogram character={character} />
        <div className="min-w-0 flex-1">
          <h2 className="font-medium">
            <button
              type="button"
              title={name}
              onClick={onOpen}
              className="block max-w-full truncate after:absolute after:inset-0 after:rounded-panel focus-visible:outline-none focus-visible:after:outline-2 focus-visible:after:outline-offset-2 focus-visible:after:outline-signal"
            >
              {name}
            </button>
          </h2>
          <p className="truncate text-xs text-muted">{authorText(author, shownServiceId())}</p>
        </div>
        {featured ? <Badge tone="signal">Featured</Badge> : null}
      </div>
      <p className="line-clamp-2 min-h-10 text-muted wrap-anywhere">{description ?? 'No description.'}</p>
      <div className="mt-auto flex items-center justify-between gap-3">
        <Figures stats={stats} className="shrink-0" />
        <p className="truncate text-xs text-muted">{tags.slice(0, SHOWN_TAGS).join(' · ')}</p>
      </div>
    </li>
  );
}

/** A card's skeleton while it loads. */
export function PendingCard() {
  return (
    <li className="flex flex-col gap-3 rounded-panel border border-line bg-surface p-4">
      <div className="flex items-center gap-3">
        <Skeleton className="size-10 rounded-panel" />
        <div className="flex flex-1 flex-col gap-1.5">
          <Skeleton className="w-32" />
          <Skeleton className="h-3 w-16" />
        </div>
      </div>
      <div className="flex min-h-10 flex-col gap-1.5">
        <Skeleton className="w-full" />
        <Skeleton className="w-2/3" />
      </div>
      <Skeleton className="w-40" />
    </li>
  );
}
