'use client';

import { Plus } from 'lucide-react';
import { useState } from 'react';
import { PageColumn, PageHeader } from '@/components/frame/page-header';
import { Button } from '@/components/ui/button';
import { Fetched } from '@/components/ui/fetched/fetched';
import { fetchedLater } from '@/components/ui/fetched/fetched-later';
import { Tabs } from '@/components/ui/tabs';
import { useSoon } from '@/components/ui/fetched/use-soon';
import { BrowsePanel } from './browse/browse-panel';
import { OwnPanel } from './own/own-panel';
import { usePlace } from './use-place';

// What floats comes soon after the page.
const [DetailDrawer, fetchDrawer] = fetchedLater(() => import('./detail/detail-drawer'));
const [CharacterForm, fetchForm] = fetchedLater(() => import('./own/character-form'));

function fetchAll(): void {
  void fetchDrawer();
  void fetchForm();
}

/** The page of the characters: all that are published, the visitor's own, one at a time in a drawer. */
export function CharactersView() {
  const here = usePlace();
  const { place, change, open, close } = here;
  const [editing, setEditing] = useState<'new' | { id: string } | null>(null);
  const [said, setSaid] = useState('');
  useSoon(fetchAll);
  // What was looked at stays in the drawer while that leaves.
  const [looked, setLooked] = useState(place.character);
  if (place.character !== null && place.character !== looked) setLooked(place.character);

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
        value={place.view}
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
      <Fetched attempt={place.character} onMissing={close}>
        {looked === null ? null : (
          <DetailDrawer
            slug={looked}
            open={place.character !== null && editing === null}
            onClose={close}
            onTag={(tag) => change({ character: '', view: '', q: `#${tag}` })}
            onEdit={(id) => setEditing({ id })}
          />
        )}
      </Fetched>
      <Fetched attempt={editing} onMissing={() => setEditing(null)}>
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
      </Fetched>
    </PageColumn>
  );
}

function Panel({ children }: { children: React.ReactNode }) {
  return <div className="pt-4">{children}</div>;
}
