'use client';

import { VenetianMask } from 'lucide-react';
import { lazy, useState } from 'react';
import { ChunkBoundary } from '@/components/ui/lazy/chunk-boundary';
import { IconButton } from '@/components/ui/icon-button';
import { showToast } from '@/components/ui/toast/toast';

const load = () => import('./character-picker');
const CharacterPicker = lazy(load);

/** Opens the character picker; its code loads when the button is hovered or focused. */
export function CharacterButton({ onChoose }: { onChoose: (slug: string) => void }) {
  const [open, setOpen] = useState(false);
  const [fetched, setFetched] = useState(false);
  // If this fails, the click tries again.
  const fetchNow = () => void load().catch(() => undefined);
  const show = () => {
    setFetched(true);
    setOpen(true);
  };
  return (
    <>
      <IconButton
        size="small"
        label="Choose a character"
        icon={<VenetianMask />}
        aria-haspopup="dialog"
        onPointerEnter={fetchNow}
        onFocus={fetchNow}
        onClick={() =>
          void load().then(show, () =>
            showToast('error', 'The server cannot be reached', { description: 'Try again.' }),
          )
        }
      />
      {fetched ? (
        <ChunkBoundary>
          <CharacterPicker
            open={open}
            onOpenChange={setOpen}
            onChoose={(slug) => {
              setOpen(false);
              onChoose(slug);
            }}
          />
        </ChunkBoundary>
      ) : null}
    </>
  );
}
