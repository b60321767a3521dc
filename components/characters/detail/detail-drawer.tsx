'use client';

import { MessageSquare } from 'lucide-react';
import { FailureNotice } from '@/components/frame/failure-notice';
import { Button, ButtonLink } from '@/components/ui/button';
import { CopyButton } from '@/components/ui/copy-button';
import { Drawer } from '@/components/ui/overlay/drawer';
import { Badge } from '@/components/ui/show/badge';
import { EmptyState } from '@/components/ui/show/empty-state';
import { RelativeTime } from '@/components/ui/show/relative-time';
import { Skeleton } from '@/components/ui/show/skeleton';
import { shownServiceId } from '@/lib/client/service-id';
import type { Character } from '@/lib/characters/contract';
import { isApiFailure } from '@/lib/client/failure';
import { authorText } from '../author-text';
import { Figures } from '../figures';
import { Monogram } from '../monogram';
import { useCharacter, useOwnCharacters } from '../use-characters';
import { RateForm } from './rate-form';
import { Reviews } from './reviews';

/** One character: its description, a button to chat with it, and its reviews. */
export default function DetailDrawer({
  slug,
  open,
  onClose,
  onTag,
  onEdit,
}: {
  slug: string;
  open: boolean;
  onClose: () => void;
  onTag: (tag: string) => void;
  onEdit: (id: string) => void;
}) {
  const { data, error, isPending, refetch } = useCharacter(slug);
  const own = useOwnCharacters().data?.some(({ id }) => id === data?.id) ?? false;
  const isGone = isApiFailure(error) && error.status === 404;
  return (
    <Drawer
      open={open}
      onOpenChange={(next) => {
        if (!next) onClose();
      }}
      title={data?.name ?? 'Character'}
      className="max-w-dialog max-sm:max-w-full"
      footer={
        data ? (
          <>
            {own ? <Button onClick={() => onEdit(data.id)}>Edit</Button> : null}
            <ButtonLink
              kind="primary"
              href={`/chat?character=${encodeURIComponent(data.slug)}`}
              className="min-w-0 shrink"
            >
              <MessageSquare aria-hidden />
              <span className="truncate">Chat with {data.name}</span>
            </ButtonLink>
          </>
        ) : undefined
      }
    >
      {isPending ? <PendingDetail /> : null}
      {isGone ? (
        <EmptyState
          title="Character not found"
          sentence="It was unpublished or deleted, or the address is misspelled."
          action={<Button onClick={onClose}>Show all characters</Button>}
          className="border-t-0 pt-0"
        />
      ) : null}
      {error && !isGone ? (
        <FailureNotice failure={error} what="The character could not be loaded." onRetry={() => void refetch()} />
      ) : null}
      {data ? (
        <div className="flex flex-col gap-6">
          <About character={data} onTag={onTag} />
          {own || data.shareUrl === null ? null : <RateForm key={data.id} character={data} />}
          <Reviews id={data.id} />
        </div>
      ) : null}
    </Drawer>
  );
}

function About({ character, onTag }: { character: Character; onTag: (tag: string) => void }) {
  const { slug, description, author, tags, featured, adult, modelId, stats, shareUrl, updatedAt } = character;
  return (
    <section aria-label="About" className="flex flex-col gap-4">
      <div className="flex items-center gap-4">
        <Monogram character={character} size="large" />
        <div className="min-w-0 flex-1">
          <p className="text-muted">
            <span className="text-ink">{authorText(author, shownServiceId())}</span>
          </p>
          <Figures stats={stats} className="mt-1" />
        </div>
      </div>
      {featured || adult || shareUrl === null ? (
        <div className="flex flex-wrap gap-2">
          {shareUrl === null ? <Badge>Draft</Badge> : null}
          {featured ? <Badge tone="signal">Featured</Badge> : null}
          {adult ? <Badge tone="warn">Adult content</Badge> : null}
        </div>
      ) : null}
      <p className="whitespace-pre-line wrap-anywhere">
        {description ?? <span className="text-muted">No description.</span>}
      </p>
      {tags.length > 0 ? (
        <ul aria-label="Tags" className="flex flex-wrap gap-2">
          {tags.map((tag) => (
            <li key={tag} className="max-w-full">
              <Button size="small" className="max-w-full font-normal" onClick={() => onTag(tag)}>
                <span className="truncate">#{tag}</span>
              </Button>
            </li>
          ))}
        </ul>
      ) : null}
      <dl className="grid grid-cols-[auto_minmax(0,1fr)] items-center gap-x-4 gap-y-1 text-sm">
        <dt className="text-muted">Recommended model</dt>
        <dd className="figure-text truncate" title={modelId}>
          {modelId || 'any'}
        </dd>
        <dt className="font-mono text-muted">character_slug</dt>
        <dd className="flex min-w-0 items-center gap-1">
          <span className="figure-text truncate">{slug}</span>
          <CopyButton text={slug} label="Copy slug" className="-my-2" />
        </dd>
        <dt className="text-muted">Last changed</dt>
        <dd>
          <RelativeTime at={updatedAt} />
        </dd>
      </dl>
    </section>
  );
}

function PendingDetail() {
  return (
    <div aria-busy className="flex flex-col gap-4">
      <div className="flex items-center gap-4">
        <Skeleton className="size-14 rounded-panel" />
        <div className="flex flex-col gap-2">
          <Skeleton className="w-40" />
          <Skeleton className="h-3 w-24" />
        </div>
      </div>
      <Skeleton className="w-full" />
      <Skeleton className="w-3/4" />
      <Skeleton className="w-1/2" />
    </div>
  );
}
