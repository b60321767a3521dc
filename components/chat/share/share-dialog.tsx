'use client';

import { ExternalLink, Link2, RefreshCw } from 'lucide-react';
import { useEffect, useEffectEvent, useMemo } from 'react';
import { FailureNotice } from '@/components/frame/failure-notice';
import { Button, ButtonLink } from '@/components/ui/button';
import { CopyButton } from '@/components/ui/copy-button';
import { Field, Input } from '@/components/ui/field';
import { Dialog } from '@/components/ui/overlay/dialog';
import { RelativeTime } from '@/components/ui/show/relative-time';
import { Skeleton } from '@/components/ui/show/skeleton';
import { WarnNote } from '@/components/ui/show/warn-note';
import { sharedLink } from '@/lib/client/chat/share/shares';
import { toShared, type NotShared, type SharedDraft } from '@/lib/client/chat/share/to-shared';
import type { Chat, ChatMessage } from '@/lib/client/chat/types';
import { isApiFailure } from '@/lib/client/failure';
import { nameById } from '@/lib/client/models';
import type { TextWireModel } from '@/lib/models/contract';
import { MAX_SHARED_MESSAGES, MAX_SHARED_TITLE } from '@/lib/shared-chats/constants';
import type { ListedSharedChat } from '@/lib/shared-chats/contract';
import { useShare, useShares, useStopSharing } from './use-shares';

/**
 * Makes a link to a read-only copy of a chat, renews the copy, and takes the link away.
 * @param onShared called with the end of the link; null once the chat is no longer shared
 */
export default function ShareDialog({
  open,
  onOpenChange,
  accountId,
  chat,
  messages,
  models,
  onShared,
}: {
  open: boolean;
  onOpenChange: (open: boolean) => void;
  accountId: string;
  chat: Chat;
  /** The visible branch. */
  messages: readonly ChatMessage[];
  models: readonly TextWireModel[];
  onShared: (id: string | null) => void;
}) {
  const { data, error, refetch } = useShares();
  const put = useShare(accountId);
  const remove = useStopSharing();
  const shared = data?.find(({ chatId }) => chatId === chat.id) ?? null;
  // Another browser may have shared it, or the settings may have stopped that.
  const known = data === undefined ? undefined : (shared?.id ?? null);
  const report = useEffectEvent(onShared);
  useEffect(() => {
    if (known !== undefined && known !== (chat.shared ?? null)) report(known);
  }, [known, chat.shared]);
  const draft = useMemo(
    () => (open ? toShared(messages, (id) => nameById(models, id)) : null),
    [open, messages, models],
  );
  const mayShare = draft !== null && typeof draft !== 'string';
  const share = () => {
    if (draft === null || typeof draft === 'string' || put.isPending) return;
    const body = { chatId: chat.id, title: titleOf(chat), messages: draft.messages };
    put.mutate(body, { onSuccess: ({ id }) => onShared(id) });
  };
  const stop = (id: string) => remove.mutate(id, { onSuccess: () => onShared(null) });
  return (
    <Dialog
      open={open}
      onOpenChange={onOpenChange}
      title="Share chat"
      description="Anyone with the link can read a copy of this chat without signing in: its title, messages, images, and sources. The system prompt, settings, thinking, file contents, and costs are not included."
    >
      <div className="flex flex-col gap-4">
        {error && !data ? (
          <FailureNotice failure={error} what="Shared chats could not be loaded." onRetry={() => void refetch()} />
        ) : null}
        {put.error ? <FailureNotice failure={put.error} what={whyNotShared(put.error)} /> : null}
        {remove.error ? <FailureNotice failure={remove.error} what="The chat is still shared." /> : null}
        {data === undefined && !error ? <Skeleton className="h-control w-full" /> : null}
        {shared ? (
          <Shared
            shared={shared}
            busy={put.isPending || remove.isPending}
            mayRenew={mayShare}
            onRenew={share}
            onStop={() => stop(shared.id)}
          />
        ) : data ? (
          <div className="flex flex-wrap items-center gap-3">
            <Button kind="primary" busy={put.isPending} aria-disabled={!mayShare} onClick={share}>
              <Link2 aria-hidden />
              {put.isPending ? 'Creating link' : 'Create link'}
            </Button>
            <p className="min-w-0 flex-1 text-sm text-muted">Later messages are not shared until you renew the copy.</p>
          </div>
        ) : null}
        {draft === null ? null : <DraftNote draft={draft} />}
      </div>
    </Dialog>
  );
}

/** Imported chats may have any title. */
const titleOf = ({ title }: Chat) => title.replaceAll('\0', '').trim().slice(0, MAX_SHARED_TITLE).trim() || 'Chat';

/** The link of a shared chat, and what can be done with it. */
function Shared({
  shared: { id, updatedAt },
  busy,
  mayRenew,
  onRenew,
  onStop,
}: {
  shared: ListedSharedChat;
  busy: boolean;
  mayRenew: boolean;
  onRenew: () => void;
  onStop: () => void;
}) {
  const link = sharedLink(id, window.location.origin);
  return (
    <>
      <Field
        label="Link"
        help={
          <>
            The copy was made <RelativeTime at={updatedAt} />.
          </>
        }
      >
        <div className="flex items-center gap-2">
          <Input readOnly value={link} className="font-mono text-sm" onFocus={({ target }) => target.select()} />
          <CopyButton text={link} label="Copy link" showLabel kind="primary" size="medium" />
        </div>
      </Field>
      <div className="flex flex-wrap gap-3">
        <ButtonLink href={`/shared/${id}`} target="_blank" rel="noopener" size="small">
          <ExternalLink aria-hidden />
          Open
        </ButtonLink>
        <Button size="small" busy={busy} aria-disabled={!mayRenew} onClick={onRenew}>
          <RefreshCw aria-hidden />
          Renew copy
        </Button>
        <Button size="small" kind="plain" busy={busy} className="ml-auto text-stop" onClick={onStop}>
          Stop sharing
        </Button>
      </div>
    </>
  );
}

const REFUSALS: Record<NotShared, string> = {
  empty: 'There is nothing to share yet.',
  'too many': `This chat is too long to be shared: a copy has at most ${MAX_SHARED_MESSAGES.toLocaleString('en-US')} messages.`,
  'too long': 'This chat is too long to be shared: a copy has at most 1 MB.',
};

/** Why the chat cannot be shared, or what of it is not shared, if anything. */
function DraftNote({ draft }: { draft: SharedDraft | NotShared }) {
  if (typeof draft === 'string') return <WarnNote title={REFUSALS[draft]} />;
  if (draft.leftOut === 0) return null;
  const images = draft.leftOut === 1 ? '1 image is' : `${draft.leftOut} images are`;
  return <WarnNote title={`${images} not included: a copy has at most 1 MB, and no SVG images.`} />;
}

function whyNotShared(failure: unknown): string {
  return isApiFailure(failure) && failure.status === 402
    ? 'The chat was not shared: a copy above 64 KB needs some credit on the account, though it costs nothing.'
    : 'The chat was not shared.';
}
