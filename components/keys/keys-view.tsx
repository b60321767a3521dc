'use client';

import { Plus } from 'lucide-react';
import { useCallback, useMemo, useRef, useState } from 'react';
import { FailureNotice } from '@/components/frame/failure-notice';
import { PageColumn, PageHeader } from '@/components/frame/page-header';
import { useOrigin } from '@/components/frame/use-origin';
import { Button } from '@/components/ui/button';
import type { Key } from '@/lib/keys/contract';
import { CreateKeyDialog } from './forms/create-key-dialog';
import { KeyDialogs, type OpenDialog } from './forms/key-dialogs';
import { KeyDrawer } from './key-drawer';
import { Quickstart } from './quickstart';
import { PendingKeyTable } from './table/key-heads';
import { KeyTable } from './table/key-table';
import { sumsOf, weeksOf } from './table/week-of';
import { useKeyPlace } from './use-key-place';
import { useKeys, useKeySpend } from './use-keys';

/** The page of the API keys: what there is and what each spends, making one, changing, replacing and ending one. */
export function KeysView({ origin, serviceId }: { origin: string; serviceId: string }) {
  const here = useOrigin(origin);
  const { keys, failure, refetch } = useKeys();
  const spend = useKeySpend().data;
  const place = useKeyPlace();
  const [dialog, setDialog] = useState<OpenDialog | null>(null);
  const [said, setSaid] = useState('');
  const createRef = useRef<HTMLButtonElement>(null);
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
  const done = (words: string) => {
    setSaid(words);
    setDialog(null);
    // The row that opened the dialog may be gone, and with it the place that the focus would return to.
    requestAnimationFrame(() => {
      if (document.activeElement === document.body) createRef.current?.focus();
    });
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
      <KeyDrawer id={place.keyId} keys={keys} weekOf={weekOf} verbs={verbs} onClose={place.close} />
      {place.isCreating ? <CreateKeyDialog origin={here} onClose={() => place.setCreating(false)} /> : null}
      {dialog ? <KeyDialogs open={dialog} origin={here} onClose={() => setDialog(null)} onDone={done} /> : null}
    </PageColumn>
  );
}
