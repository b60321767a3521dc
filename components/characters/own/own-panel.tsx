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
import { RelativeTime } from '@/components/ui/show/relative-time';
import { Skeleton } from '@/components/ui/show/skeleton';
import type { Column } from '@/components/ui/show/table/column';
import { DataTable } from '@/components/ui/show/table/data-table';
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
      {own.data?.length === 0 ? (
        <EmptyState
          title="No characters of your own yet"
          sentence="Name one and write its prompt. It stays a draft that only you can see until you publish it."
          action={<Button onClick={onCreate}>Create character</Button>}
          className="border-t-0 pt-0"
        />
      ) : null}
      {own.isPending || own.data?.length ? (
        <DataTable
          label="Your characters"
          columns={columnsOf({
            busyId: publish.isPending ? publish.variables.id : null,
            onToggle: toggle,
            onEdit: ({ id }) => onEdit(id),
            onOpen: ({ slug }) => onOpen(slug),
            onDelete: setLeaving,
          })}
          rows={own.data}
          rowKey={({ id }) => id}
          pendingRows={2}
        />
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

type Verbs = Record<'onToggle' | 'onEdit' | 'onOpen' | 'onDelete', (character: OwnCharacter) => void>;
type VerbProps = Verbs & { character: OwnCharacter };

/** @param busyId the character that is being published or unpublished */
const columnsOf = ({ busyId, ...verbs }: Verbs & { busyId: string | null }): Column<OwnCharacter>[] => [
  {
    head: 'Name',
    cellClassName: 'w-full max-w-0 min-w-36',
    cell: (character) => <Name character={character} onOpen={verbs.onOpen} />,
    pending: <Skeleton className="w-48 max-w-full" />,
  },
  {
    head: 'State',
    className: 'hidden md:table-cell',
    cell: ({ published }) => <State published={published} />,
    pending: <Skeleton className="w-20" />,
  },
  {
    head: 'Rating and chats',
    className: 'hidden md:table-cell',
    cell: ({ stats }) => <Figures stats={stats} className="whitespace-nowrap" />,
    pending: <Skeleton className="w-28" />,
  },
  {
    head: 'Changed',
    className: 'hidden lg:table-cell',
    cellClassName: 'text-muted',
    cell: ({ updatedAt }) => <RelativeTime at={updatedAt} />,
    pending: <Skeleton className="w-20" />,
  },
  {
    head: <span className="sr-only">Actions</span>,
    cellClassName: 'text-right whitespace-nowrap',
    cell: (character) => <Actions character={character} busy={character.id === busyId} {...verbs} />,
    pending: <span className="block h-9 w-32" />,
  },
];

function Name({ character, onOpen }: Pick<VerbProps, 'character' | 'onOpen'>) {
  const { name, published, stats } = character;
  return (
    <span className="flex items-center gap-3">
      <Monogram character={character} size="small" />
      <span className="min-w-0 flex-1">
        <button
          type="button"
          title={name}
          onClick={() => onOpen(character)}
          className="block max-w-full truncate rounded-control font-medium underline-offset-4 hover:underline"
        >
          {name}
        </button>
        <span className="mt-1 flex flex-wrap items-center gap-x-3 gap-y-1 text-xs text-muted md:hidden">
          <State published={published} />
          <Figures stats={stats} />
        </span>
      </span>
    </span>
  );
}

function State({ published }: Pick<OwnCharacter, 'published'>) {
  return <Badge tone={published ? 'go' : 'plain'}>{published ? 'Published' : 'Draft'}</Badge>;
}

function Actions({ character, busy, onToggle, onEdit, onDelete }: Omit<VerbProps, 'onOpen'> & { busy: boolean }) {
  const { name, published } = character;
  return (
    <>
      <Button size="small" busy={busy} onClick={() => onToggle(character)} className="hidden sm:inline-flex">
        {published ? 'Unpublish' : 'Publish'}
        <span className="sr-only"> {name}</span>
      </Button>
      <Menu
        trigger={
          <IconButton label={`Actions for ${name}`} icon={<Ellipsis />} tooltip={false} className="ml-1 align-middle" />
        }
      >
        <MenuItem icon={published ? <EyeOff aria-hidden /> : <Eye aria-hidden />} onSelect={() => onToggle(character)}>
          {published ? 'Unpublish' : 'Publish'}
        </MenuItem>
        <MenuItem icon={<Pencil aria-hidden />} onSelect={() => onEdit(character)}>
          Edit
        </MenuItem>
        <MenuSeparator />
        <MenuItem icon={<Trash2 aria-hidden />} danger onSelect={() => onDelete(character)}>
          Delete
        </MenuItem>
      </Menu>
    </>
  );
}
