'use client';

import { Plus } from 'lucide-react';
import { useState } from 'react';
import { PageColumn, PageHeader } from '@/components/frame/page-header';
import { Button } from '@/components/ui/button';
import { ChunkBoundary } from '@/components/ui/lazy/chunk-boundary';
import { lazyWithPreload } from '@/components/ui/lazy/lazy-with-preload';
import { Tabs } from '@/components/ui/tabs';
import { useIdlePrefetch } from '@/components/ui/lazy/use-idle-prefetch';
import { BrowsePanel } from './browse/browse-panel';
import { OwnPanel } from './own/own-panel';
import { useCharactersLocation } from './use-characters-location';

// Preloaded soon after the page.
const [DetailDrawer, fetchDrawer] = lazyWithPreload(() => import('./detail/detail-drawer'));
const [CharacterForm, fetchForm] = lazyWithPreload(() => import('./own/character-form'));

function fetchAll(): void {
  void fetchDrawer();
  void fetchForm();
}

/** The characters page: all published characters, the visitor's own, and one at a time in a drawer. */
export function CharactersView() {
  const here = useCharactersLocation();
  const { location, change, open, close } = here;
  const [editing, setEditing] = useState<'new' | { id: string } | null>(null);
  const [said, setSaid] = useState('');
  useIdlePrefetch(fetchAll);
  // Keeps the content in the drawer while it closes.
  const [shownSlug, setShownSlug] = useState(location.character);
  if (location.character !== null && location.character !== shownSlug) setShownSlug(location.character);

  const create = () => setEditing('new');
  return (
    <PageColumn>
      <PageHeader
        title="Characters"
        sentence="A character gives a chat its tone and instructions, so you don’t have to write them. Create your own, and publish the ones others may like."
        action={
          <Button kind="primary" onClick={create}>
            <Plus aria-hidden />
            Create character
          </Button>
        }
      />
      <Tabs<'all' | 'yours'>
        label="Characters shown"
        value={location.view}
        onChange={(view) => change({ view: view === 'yours' ? 'yours' : '' })}
        items={[
          {
            value: 'all',
            label: 'All',
            panel: (
              <Panel>
                <BrowsePanel here={here} onCreate={create} />
              </Panel>
            ),
          },
          {
            value: 'yours',
            label: 'Yours',
            panel: (
              <Panel>
                <OwnPanel onCreate={create} onEdit={(id) => setEditing({ id })} onOpen={open} onSaid={setSaid} />
              </Panel>
            ),
          },
        ]}
      />
      <p role="status" className="sr-only">
        {said}
      </p>
      <ChunkBoundary resetKey={location.character} onLoadError={close}>
        {shownSlug === null ? null : (
          <DetailDrawer
            slug={shownSlug}
            open={location.character !== null && editing === null}
            onClose={close}
            onTag={(tag) => change({ character: '', view: '', q: `#${tag}` })}
            onEdit={(id) => setEditing({ id })}
          />
        )}
      </ChunkBoundary>
      <ChunkBoundary resetKey={editing} onLoadError={() => setEditing(null)}>
        {editing === null ? null : (
          <CharacterForm
            id={editing === 'new' ? null : editing.id}
            onClose={() => setEditing(null)}
            onSaved={(name) => {
              if (editing === 'new') change({ view: 'yours', character: '' });
              setSaid(editing === 'new' ? `${name} is a draft now.` : `${name} is saved.`);
              setEditing(null);
            }}
          />
        )}
      </ChunkBoundary>
    </PageColumn>
  );
}

function Panel({ children }: { children: React.ReactNode }) {
  return <div className="pt-4">{children}</div>;
}
