'use client';

import { Ellipsis, Eye, EyeOff, Pencil, Trash2 } from 'lucide-react';
import { useState } from 'react';
import { FailureNotice } from '@/components/frame/failure-notice';
import { Button } from '@/components/ui/button';
import { ChunkBoundary } from '@/components/ui/lazy/chunk-boundary';
import { lazyWithPreload } from '@/components/ui/lazy/lazy-with-preload';
import { IconButton } from '@/components/ui/icon-button';
import { Menu, MenuItem, MenuSeparator } from '@/components/ui/overlay/menu';
import { Badge } from '@/components/ui/show/badge';
import { EmptyState } from '@/components/ui/show/empty-state';
import { PendingTable } from '@/components/ui/show/table/pending-table';
import { RelativeTime } from '@/components/ui/show/relative-time';
import { Skeleton } from '@/components/ui/show/skeleton';
import { Cell, HeadCell, Row, Table } from '@/components/ui/show/table/table';
import { useIdlePrefetch } from '@/components/ui/lazy/use-idle-prefetch';
import type { OwnCharacter } from '@/lib/characters/contract';
import { Figures } from '../figures';
import { Monogram } from '../monogram';
import { useOwnCharacters, usePublishCharacter } from '../use-characters';

// Preloaded soon after the list.
const [DeleteDialog, fetchDialog] = lazyWithPreload(() => import('./delete-dialog'));
const fetchIt = () => void fetchDialog();

/** The visitor's own characters: drafts and published ones. */
export function OwnPanel({
  onCreate,
  onEdit,
  onOpen,
  onSaid,
}: {
  onCreate: () => void;
  onEdit: (id: string) => void;
  onOpen: (slug: string) => void;
  /** Announces what happened to screen readers. */
  onSaid: (sentence: string) => void;
}) {
  const own = useOwnCharacters();
  const publish = usePublishCharacter();
  const [leaving, setLeaving] = useState<OwnCharacter | null>(null);
  useIdlePrefetch(fetchIt);
  const toggle = ({ id, name, published }: OwnCharacter) => {
    if (publish.isPending) return;
    const sentence = published ? `${name} is a draft again.` : `${name} is published.`;
    publish.mutate({ id, published: !published }, { onSuccess: () => onSaid(sentence) });
  };
  return (
    <div className="flex flex-col gap-4">
      {own.isError ? (
        <FailureNotice
          failure={own.error}
          what={own.data ? 'This list may be out of date.' : 'Your characters could not be loaded.'}
          onRetry={() => void own.refetch()}
        />
      ) : null}
      {publish.error ? <FailureNotice failure={publish.error} what="The change was not saved." /> : null}
      {own.isPending ? <PendingCharacters /> : null}
      {own.data?.length === 0 ? (
        <EmptyState
          title="No characters of your own yet"
          sentence="Name one and write its prompt. It stays a draft that only you can see until you publish it."
          action={<Button onClick={onCreate}>Create character</Button>}
          className="border-t-0 pt-0"
        />
      ) : null}
      {own.data && own.data.length > 0 ? (
        <Table label="Your characters">
          <Heads />
          <tbody>
            {own.data.map((character) => (
              <OwnRow
                key={character.id}
                character={character}
                busy={publish.isPending && publish.variables.id === character.id}
                onToggle={() => toggle(character)}
                onEdit={() => onEdit(character.id)}
                onOpen={() => onOpen(character.slug)}
                onDelete={() => setLeaving(character)}
              />
            ))}
          </tbody>
        </Table>
      ) : null}
      <ChunkBoundary resetKey={leaving} onLoadError={() => setLeaving(null)}>
        {leaving ? (
          <DeleteDialog
            target={leaving}
            onClose={() => setLeaving(null)}
            onDeleted={() => {
              onSaid(`${leaving.name} is deleted.`);
              setLeaving(null);
            }}
          />
        ) : null}
      </ChunkBoundary>
    </div>
  );
}

function OwnRow({
  character,
  busy,
  onToggle,
  onEdit,
  onOpen,
  onDelete,
}: {
  character: OwnCharacter;
  busy: boolean;
  onToggle: () => void;
  onEdit: () => void;
  onOpen: () => void;
  onDelete: () => void;
}) {
  const { name, published, stats, updatedAt } = character;
  const state = <Badge tone={published ? 'go' : 'plain'}>{published ? 'Published' : 'Draft'}</Badge>;
  return (
    <Row>
      <Cell className="w-full max-w-0 min-w-36">
        <span className="flex items-center gap-3">
          <Monogram character={character} size="small" />
          <span className="min-w-0 flex-1">
            <button
              type="button"
              title={name}
              onClick={onOpen}
              className="block max-w-full truncate rounded-control font-medium underline-offset-4 hover:underline"
            >
              {name}
            </button>
            <span className="mt-1 flex flex-wrap items-center gap-x-3 gap-y-1 text-xs text-muted md:hidden">
              {state}
              <Figures stats={stats} />
            </span>
          </span>
        </span>
      </Cell>
      <Cell className="hidden md:table-cell">{state}</Cell>
      <Cell className="hidden md:table-cell">
        <Figures stats={stats} className="whitespace-nowrap" />
      </Cell>
      <Cell className="hidden text-muted lg:table-cell">
        <RelativeTime at={updatedAt} />
      </Cell>
      <Cell className="text-right whitespace-nowrap">
        <Button size="small" busy={busy} onClick={onToggle} className="hidden sm:inline-flex">
          {published ? 'Unpublish' : 'Publish'}
          <span className="sr-only"> {name}</span>
        </Button>
        <Menu
          trigger={
            <IconButton
              label={`Actions for ${name}`}
              icon={<Ellipsis />}
              tooltip={false}
              className="ml-1 align-middle"
            />
          }
        >
          <MenuItem icon={published ? <EyeOff aria-hidden /> : <Eye aria-hidden />} onSelect={onToggle}>
            {published ? 'Unpublish' : 'Publish'}
          </MenuItem>
          <MenuItem icon={<Pencil aria-hidden />} onSelect={onEdit}>
            Edit
          </MenuItem>
          <MenuSeparator />
          <MenuItem icon={<Trash2 aria-hidden />} danger onSelect={onDelete}>
            Delete
          </MenuItem>
        </Menu>
      </Cell>
    </Row>
  );
}

function Heads() {
  return (
    <thead>
      <tr>
        <HeadCell>Name</HeadCell>
        <HeadCell className="hidden md:table-cell">State</HeadCell>
        <HeadCell className="hidden md:table-cell">Rating and chats</HeadCell>
        <HeadCell className="hidden lg:table-cell">Changed</HeadCell>
        <HeadCell>
          <span className="sr-only">Actions</span>
        </HeadCell>
      </tr>
    </thead>
  );
}

function PendingCharacters() {
  return (
    <PendingTable label="Your characters" heads={<Heads />} rows={2}>
      <Cell className="w-full">
        <Skeleton className="w-48" />
      </Cell>
      <Cell className="hidden md:table-cell">
        <Skeleton className="w-20" />
      </Cell>
      <Cell className="hidden md:table-cell">
        <Skeleton className="w-28" />
      </Cell>
      <Cell className="hidden lg:table-cell">
        <Skeleton className="w-20" />
      </Cell>
      <Cell>
        <span className="block h-9 w-32" />
      </Cell>
    </PendingTable>
  );
}
