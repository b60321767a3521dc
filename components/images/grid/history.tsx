'use client';

import { memo, useCallback, useDeferredValue, useMemo, useState } from 'react';
import { Button } from '@/components/ui/button';
import { EmptyState } from '@/components/ui/show/empty-state';
import { filterImages, imageFolders, type HistoryFilter } from '@/lib/client/images/history/filter-images';
import { imageNames } from '@/lib/client/images/history/image-names';
import type { StudioStore } from '@/lib/client/images/store';
import type { StudioImage } from '@/lib/client/images/types';
import { now } from '@/lib/client/now';
import type { ImageTools } from '../image-tools';
import { HistoryBar } from './history-bar';
import { ImageTile } from './image-tile';
import { MasonryGrid } from './masonry-grid';
import { SelectionBar } from './selection-bar';
import { useWidth } from './use-width';

/** How many images are rendered at first, and with each click on “Show more”. */
const PAGE = 60;

/** All images of this browser by date, with search, favorites, and selection. */
export const History = memo(function History({
  store,
  images,
  tools,
  onOpen,
  onCompare,
}: {
  store: StudioStore;
  images: readonly StudioImage[];
  tools: ImageTools;
  /** Called with all images that are shown, too. */
  onOpen: (id: string, among: readonly string[]) => void;
  onCompare: (ids: [string, string]) => void;
}) {
  const [filter, setFilter] = useState<HistoryFilter>({ search: '', favorites: false });
  const [most, setMost] = useState(PAGE);
  const [chosen, setChosen] = useState<readonly string[]>([]);
  const [ref, width] = useWidth<HTMLDivElement>();
  const applied = useDeferredValue(filter);
  const shown = useMemo(() => filterImages(images, applied), [images, applied]);
  // Of all images, so that a search does not rename any.
  const names = useMemo(() => imageNames(images), [images]);
  const folders = useMemo(() => imageFolders(shown.slice(0, most), now()), [shown, most]);
  // Nothing is deleted or downloaded that cannot be seen: neither what was deleted meanwhile nor what is filtered out.
  const selected = chosen.filter((id) => shown.some((image) => image.id === id));
  const open = useCallback(
    (id: string) =>
      onOpen(
        id,
        shown.map((image) => image.id),
      ),
    [onOpen, shown],
  );
  const select = useCallback(
    (id: string) => setChosen((before) => (before.includes(id) ? before.filter((one) => one !== id) : [...before, id])),
    [],
  );
  const [first, second] = selected;
  return (
    <div ref={ref}>
      <HistoryBar
        images={images}
        shown={shown}
        filter={filter}
        onFilter={setFilter}
        onDownload={() => tools.downloadAll(shown)}
      />
      {selected.length > 0 ? (
        <SelectionBar
          count={selected.length}
          onCompare={() => {
            if (first !== undefined && second !== undefined) onCompare([first, second]);
          }}
          onDownload={() => tools.downloadAll(images.filter(({ id }) => selected.includes(id)))}
          onDelete={() => tools.remove(selected)}
          onClear={() => setChosen([])}
        />
      ) : null}
      {shown.length === 0 ? (
        <EmptyState
          title="No images match"
          sentence="Search looks at prompts, styles, and model names."
          action={<Button onClick={() => setFilter({ search: '', favorites: false })}>Clear filters</Button>}
        />
      ) : null}
      {folders.map(({ label, images: within }) => (
        <section key={label} aria-label={label} className="mb-6">
          <h2 className="mb-2 text-sm font-medium text-muted">{label}</h2>
          <MasonryGrid
            label={label}
            width={width}
            items={within.map((image) => ({
              id: image.id,
              width: image.width,
              height: image.height,
              content: (
                <ImageTile
                  store={store}
                  image={image}
                  name={names.get(image.id) ?? ''}
                  selected={selected.includes(image.id)}
                  selecting={selected.length > 0}
                  tools={tools}
                  onOpen={open}
                  onSelect={select}
                />
              ),
            }))}
          />
        </section>
      ))}
      {shown.length > most ? (
        <Button onClick={() => setMost(most + PAGE)} className="mx-auto mb-6 flex">
          Show more
        </Button>
      ) : null}
    </div>
  );
});
