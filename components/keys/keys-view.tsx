'use client';

import { Plus } from 'lucide-react';
import { useCallback, useMemo, useRef, useState } from 'react';
import { FailureNotice } from '@/components/frame/failure-notice';
import { PageColumn, PageHeader } from '@/components/frame/page-header';
import { useOrigin } from '@/components/frame/use-origin';
import { Button } from '@/components/ui/button';
import { ChunkBoundary } from '@/components/ui/lazy/chunk-boundary';
import { lazyWithPreload } from '@/components/ui/lazy/lazy-with-preload';
import { useIdlePrefetch } from '@/components/ui/lazy/use-idle-prefetch';
import type { Key } from '@/lib/keys/contract';
import type { OpenDialog } from './key-dialogs';
import { Quickstart } from './quickstart';
import { UnfinishedNotices } from './rotation/unfinished-notices';
import { useRotations } from './rotation/use-rotations';
import { KeyTable } from './table/key-table';
import { sumsOf, weeksOf } from './table/week-of';
import { useKeysLocation } from './use-keys-location';
import { useKeys, useKeySpend } from './use-keys';

// Preloaded soon after the page.
const [KeyDrawer, fetchDrawer] = lazyWithPreload(() => import('./key-drawer'));
const [CreateKeyDialog, fetchCreateDialog] = lazyWithPreload(() => import('./forms/create-key-dialog'));
const [KeyDialogs, fetchDialogs] = lazyWithPreload(() => import('./key-dialogs'));

function fetchAll(): void {
  void fetchDrawer();
  void fetchCreateDialog();
  void fetchDialogs();
}

/** The API keys page: the list with spending, and creating, editing, rotating, and revoking keys. */
export function KeysView({ origin, serviceId }: { origin: string; serviceId: string }) {
  const here = useOrigin(origin);
  const { keys, failure, refetch } = useKeys();
  const spend = useKeySpend().data;
  const location = useKeysLocation();
  const [dialog, setDialog] = useState<OpenDialog | null>(null);
  const rotations = useRotations();
  const [said, setSaid] = useState('');
  const createRef = useRef<HTMLButtonElement>(null);
  useIdlePrefetch(fetchAll);
  // The drawer stays mounted once opened.
  const [wasOpened, setOpened] = useState(false);
  if (location.keyId !== null && !wasOpened) setOpened(true);
  const weeks = useMemo(() => weeksOf(spend), [spend]);
  const weekOf = useCallback((key: Key) => weeks.get(key.id) ?? sumsOf(key), [weeks]);

  const opener = (kind: OpenDialog['kind']) => (key: Key) => {
    if (location.keyId) location.close();
    setDialog({ kind, key });
  };
  const verbs = {
    onOpen: (key: Key) => location.open(key.id),
    onEdit: opener('edit'),
    onRotate: opener('rotate'),
    onRevoke: opener('revoke'),
  };
  const leaveCreating = () => location.setCreating(false);
  const close = () => {
    setDialog(null);
    // The control that was used may be gone, so the focus needs a new target.
    requestAnimationFrame(() => {
      if (document.activeElement === document.body) createRef.current?.focus();
    });
  };
  const done = (sentence: string) => {
    setSaid(sentence);
    close();
  };
  const create = (
    <Button ref={createRef} kind="primary" onClick={() => location.setCreating(true)}>
      <Plus aria-hidden />
      Create key
    </Button>
  );
  return (
    <PageColumn>
      <PageHeader
        title="Keys"
        sentence="Each key lets a program act for your account and spend from its balance. Give every program its own."
        action={create}
      />
      {failure ? (
        <FailureNotice
          failure={failure}
          what={keys ? 'This list may be out of date.' : 'The keys could not be loaded.'}
          onRetry={() => void refetch()}
        />
      ) : null}
      <UnfinishedNotices
        {...{ keys, rotations, verbs, refetch }}
        atWork={dialog?.kind === 'rotate' ? dialog.key.id : null}
        onDone={done}
      />
      {keys?.length === 0 ? (
        <Quickstart
          origin={here}
          apiKey={`${serviceId.toUpperCase()}_INFERENCE_KEY_…`}
          onCreate={() => location.setCreating(true)}
        />
      ) : null}
      {(keys ? keys.length > 0 : !failure) ? (
        <KeyTable
          keys={keys}
          view={location.view}
          weekOf={weekOf}
          verbs={verbs}
          onView={location.change}
          onClear={location.clearFilters}
        />
      ) : null}
      <p role="status" className="sr-only">
        {said}
      </p>
      <ChunkBoundary resetKey={location.keyId} onLoadError={location.close}>
        {wasOpened ? <KeyDrawer id={location.keyId} {...{ keys, weekOf, verbs }} onClose={location.close} /> : null}
      </ChunkBoundary>
      <ChunkBoundary resetKey={location.isCreating} onLoadError={leaveCreating}>
        {location.isCreating ? <CreateKeyDialog origin={here} onClose={leaveCreating} /> : null}
      </ChunkBoundary>
      <ChunkBoundary resetKey={dialog} onLoadError={close}>
        {dialog ? <KeyDialogs open={dialog} origin={here} rotations={rotations} onClose={close} onDone={done} /> : null}
      </ChunkBoundary>
    </PageColumn>
  );
}
