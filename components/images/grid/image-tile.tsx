'use client';

import { Check, EyeOff, Star, TriangleAlert } from 'lucide-react';
import { memo } from 'react';
import { classNames } from '@/components/ui/class-names';
import { IconButton } from '@/components/ui/icon-button';
import { Badge } from '@/components/ui/show/badge';
import { Skeleton } from '@/components/ui/show/skeleton';
import type { StudioStore } from '@/lib/client/images/store';
import type { StudioImage } from '@/lib/client/images/types';
import { ImageMenu } from '../image-menu';
import type { ImageTools } from '../image-tools';
import { receiptText } from '../receipt-text';
import { useImageUrl } from '../state/use-image-url';

/** One image of the history with its receipt; a click opens it, or selects it while others are selected. */
export const ImageTile = memo(function ImageTile({
  store,
  image,
  name,
  selected,
  selecting,
  tools,
  onOpen,
  onSelect,
}: {
  store: StudioStore;
  image: StudioImage;
  /** Differs from that of every other image. */
  name: string;
  selected: boolean;
  /** Some image is selected. */
  selecting: boolean;
  tools: ImageTools;
  onOpen: (id: string) => void;
  onSelect: (id: string) => void;
}) {
  const url = useImageUrl(store, image.id);
  return (
    <article data-testid="image-tile" className="group flex h-full flex-col">
      <div
        className={classNames(
          'relative min-h-0 flex-1 overflow-hidden rounded-control bg-ink/6',
          selected && 'outline-2 outline-offset-1 outline-signal',
        )}
      >
        <button
          type="button"
          data-image={image.id}
          aria-label={selecting ? `Select: ${name}` : `Open: ${name}`}
          aria-pressed={selecting ? selected : undefined}
          onClick={() => (selecting ? onSelect(image.id) : onOpen(image.id))}
          className="block size-full rounded-control -outline-offset-2"
        >
          <TileImage url={url} name={name} />
        </button>
        <Marks image={image} />
        <label
          className={classNames(
            'absolute top-2 left-2 flex size-7 cursor-pointer items-center justify-center rounded-control border border-line bg-surface has-focus-visible:opacity-100 has-focus-visible:outline-2 has-focus-visible:outline-signal pointer-coarse:size-touch',
            !selected && !selecting && 'opacity-0 transition-opacity group-hover:opacity-100 pointer-coarse:hidden',
          )}
        >
          <input
            type="checkbox"
            aria-label={`Select ${name}`}
            checked={selected}
            onChange={() => onSelect(image.id)}
            className="absolute inset-0 size-full cursor-pointer opacity-0"
          />
          <Check aria-hidden className={selected ? 'text-ink' : 'text-transparent'} />
        </label>
      </div>
      <div className="flex h-9 shrink-0 items-center gap-1">
        <p className="min-w-0 flex-1 truncate font-mono text-xs text-muted" title={name}>
          <span className="sr-only">Receipt: </span>
          {receiptText(image)}
        </p>
        <IconButton
          size="small"
          label={image.favorite ? 'Remove from favorites' : 'Add to favorites'}
          icon={<Star className={image.favorite ? 'fill-current' : ''} />}
          pressed={image.favorite}
          onClick={() => tools.favorite(image)}
        />
        <ImageMenu image={image} tools={tools} onSelect={() => onSelect(image.id)} />
      </div>
    </article>
  );
});

function TileImage({ url, name }: { url: string | null | undefined; name: string }) {
  if (url === undefined) return <Skeleton className="size-full" />;
  if (url === null) {
    return (
      <span className="flex size-full items-center justify-center p-4 text-sm text-muted">Image file not found</span>
    );
  }
  return (
    <picture className="contents">
      <img src={url} alt={name} decoding="async" loading="lazy" className="size-full object-cover" />
    </picture>
  );
}

function Marks({ image: { blurred, violation, kind } }: { image: StudioImage }) {
  const marks = [
    violation ? { label: 'Blocked', icon: <TriangleAlert aria-hidden />, tone: 'stop' as const } : null,
    blurred ? { label: 'Blurred', icon: <EyeOff aria-hidden />, tone: 'warn' as const } : null,
    kind === 'generated' ? null : { label: KINDS[kind], icon: null, tone: 'ink' as const },
  ].filter((mark) => mark !== null);
  if (marks.length === 0) return null;
  return (
    <span className="pointer-events-none absolute right-2 bottom-2 flex flex-wrap justify-end gap-1">
      {marks.map(({ label, icon, tone }) => (
        <Badge key={label} tone={tone} className="bg-surface">
          {icon}
          {label}
        </Badge>
      ))}
    </span>
  );
}

const KINDS = { edited: 'Edited', upscaled: 'Upscaled', cutout: 'No background' } as const;
