'use client';

import { Download, Search, Star, X } from 'lucide-react';
import { useRef } from 'react';
import { Button } from '@/components/ui/button';
import { IconButton } from '@/components/ui/icon-button';
import { formatCount } from '@/components/ui/show/count-text';
import { sizeText } from '@/lib/client/attachments/bounds';
import { HISTORY_BOUNDS_TEXT } from '@/lib/client/images/history/bounds';
import type { HistoryFilter } from '@/lib/client/images/history/filter-images';
import type { StudioImage } from '@/lib/client/images/types';

/** Search, favorites, and what the history holds; its bounds are said here. */
export function HistoryBar({
  images,
  shown,
  filter,
  onFilter,
  onDownload,
}: {
  images: readonly StudioImage[];
  shown: readonly StudioImage[];
  filter: HistoryFilter;
  onFilter: (filter: HistoryFilter) => void;
  /** Saves all that are shown. */
  onDownload: () => void;
}) {
  const field = useRef<HTMLInputElement>(null);
  const bytes = images.reduce((sum, image) => sum + image.bytes, 0);
  return (
    <div className="mb-4 flex flex-wrap items-center gap-x-3 gap-y-2">
      <div className="relative min-w-40 flex-1 sm:max-w-xs">
        <Search aria-hidden className="pointer-events-none absolute top-1/2 left-2.5 -translate-y-1/2 text-muted" />
        <input
          ref={field}
          type="text"
          role="searchbox"
          aria-label="Search images"
          placeholder="Search images"
          autoComplete="off"
          spellCheck={false}
          maxLength={200}
          value={filter.search}
          onChange={(event) => onFilter({ ...filter, search: event.target.value })}
          className="h-control w-full rounded-control border border-transparent bg-ink/5 pr-8 pl-8 text-base transition-[border-color] hover:border-line pointer-coarse:h-11 pointer-coarse:text-lg"
        />
        {filter.search === '' ? null : (
          <IconButton
            size="small"
            tooltip={false}
            label="Clear search"
            icon={<X />}
            onClick={() => {
              onFilter({ ...filter, search: '' });
              field.current?.focus();
            }}
            className="absolute top-1/2 right-0 -translate-y-1/2"
          />
        )}
      </div>
      <Button
        size="small"
        kind="plain"
        aria-pressed={filter.favorites}
        className="aria-pressed:bg-ink/8"
        onClick={() => onFilter({ ...filter, favorites: !filter.favorites })}
      >
        <Star aria-hidden className={filter.favorites ? 'fill-current' : ''} />
        Favorites
      </Button>
      <Button size="small" kind="plain" onClick={onDownload} disabled={shown.length === 0}>
        <Download aria-hidden />
        Download all
      </Button>
      <p className="text-sm text-muted sm:ml-auto">
        {formatCount(images.length)} {images.length === 1 ? 'image' : 'images'} · {sizeText(bytes)} in this browser, up
        to {HISTORY_BOUNDS_TEXT}
      </p>
    </div>
  );
}
