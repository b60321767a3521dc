'use client';

import { Plus } from 'lucide-react';
import { useCallback, useMemo, useRef, useState } from 'react';
import { FailureNotice } from '@/components/frame/failure-notice';
import { PageColumn, PageHeader } from '@/components/frame/page-header';
import { useOrigin } from '@/components/frame/use-origin';
import { Button } from '@/components/ui/button';
import { Fetched } from '@/components/ui/fetched/fetched';
import { fetchedLater } from '@/components/ui/fetched/fetched-later';
import { useSoon } from '@/components/ui/fetched/use-soon';
import type { Key } from '@/lib/keys/contract';
import type { OpenDialog } from './key-dialogs';
import { Quickstart } from './quickstart';
import { UnfinishedNotices } from './rotation/unfinished-notices';
import { useRotations } from './rotation/use-rotations';
import { PendingKeyTable } from './table/key-heads';
import { KeyTable } from './table/key-table';
import { sumsOf, weeksOf } from './table/week-of';
import { useKeyPlace } from './use-key-place';
import { useKeys, useKeySpend } from './use-keys';

// What floats comes soon after the page.
const [KeyDrawer, fetchDrawer] = fetchedLater(() => import('./key-drawer'));
const [CreateKeyDialog, fetchCreateDialog] = fetchedLater(() => import('./forms/create-key-dialog'));
const [KeyDialogs, fetchDialogs] = fetchedLater(() => import('./key-dialogs'));

function fetchAll(): void {
  void fetchDrawer();
  void fetchCreateDialog();
  void fetchDialogs();
}

/** The page of the API keys: what there is and what each spends, making one, changing, replacing and ending one. */
export function KeysView({ origin, serviceId }: { origin: string; serviceId: string }) {
  const here = useOrigin(origin);
  const { keys, failure, refetch } = useKeys();
  const spend = useKeySpend().data;
  const place = useKeyPlace();
  const [dialog, setDialog] = useState<OpenDialog | null>(null);
  const rotations = useRotations();
  const [said, setSaid] = useState('');
  const createRef = useRef<HTMLButtonElement>(null);
  useSoon(fetchAll);
  // The drawer stands from the first look on.
  const [hasLooked, setLooked] = useState(false);
  if (place.keyId !== null && !hasLooked) setLooked(true);
  const weeks = useMemo(() => weeksOf(spend), [spend]);
  const weekOf = useCallback((key: Key) => weeks.get(key.id) ?? sumsOf(key), [weeks]);

  const opener = (kind: OpenDialog['kind']) => (key: Key) => {
    if (place.keyId) place.close();
    setDialog({ kind, key });
  };
  const verbs = {
    onOpen: (key: Key) => place.open(key.id),
    onEdit: opener('edit'),
    onRotate: opener('rotate'),
    onRevoke: opener('revoke'),
  };
  const leaveCreating = () => place.setCreating(false);
  const close = () => {
    setDialog(null);
    // What was used may be gone, and with it the place that the focus would return to.
    requestAnimationFrame(() => {
      if (document.activeElement === document.body) createRef.current?.focus();
    });
  };
  const done = (words: string) => {
    setSaid(words);
    close();
  };
  const create = (
    <Button ref={createRef} kind="primary" onClick={() => place.setCreating(true)}>
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
      {!keys && !failure ? <PendingKeyTable /> : null}
      {keys?.length === 0 ? (
        <Quickstart
          origin={here}
          apiKey={`${serviceId.toUpperCase()}_INFERENCE_KEY_…`}
          onCreate={() => place.setCreating(true)}
        />
      ) : null}
      {keys && keys.length > 0 ? (
        <KeyTable
          keys={keys}
          view={place.view}
          weekOf={weekOf}
          verbs={verbs}
          onView={place.change}
          onWiden={place.widen}
        />
      ) : null}
      <p role="status" className="sr-only">
        {said}
      </p>
      <Fetched attempt={place.keyId} onMissing={place.close}>
        {hasLooked ? <KeyDrawer id={place.keyId} {...{ keys, weekOf, verbs }} onClose={place.close} /> : null}
      </Fetched>
      <Fetched attempt={place.isCreating} onMissing={leaveCreating}>
        {place.isCreating ? <CreateKeyDialog origin={here} onClose={leaveCreating} /> : null}
      </Fetched>
      <Fetched attempt={dialog} onMissing={close}>
        {dialog ? <KeyDialogs open={dialog} origin={here} rotations={rotations} onClose={close} onDone={done} /> : null}
      </Fetched>
    </PageColumn>
  );
}
