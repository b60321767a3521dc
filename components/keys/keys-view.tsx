'use client';

import { Plus } from 'lucide-react';
import { useRef, useState } from 'react';
import { FailureNotice } from '@/components/frame/failure-notice';
import { PageColumn, PageHeader } from '@/components/frame/page-header';
import { useOrigin } from '@/components/frame/use-origin';
import { SnippetTabs } from '@/components/snippets/snippet-tabs';
import { Button } from '@/components/ui/button';
import { EmptyState } from '@/components/ui/show/empty-state';
import type { Key } from '@/lib/keys/contract';
import { CreateKeyDialog } from './create-key-dialog';
import { KeyTable, PendingKeyTable } from './key-table';
import { RevokeKeyDialog } from './revoke-key-dialog';
import { useKeys } from './use-keys';

/** The page of the API keys: what there is, making one, ending one. */
export function KeysView({ origin, serviceId }: { origin: string; serviceId: string }) {
  const here = useOrigin(origin);
  const keys = useKeys();
  const [creating, setCreating] = useState(false);
  const [leaving, setLeaving] = useState<Key | null>(null);
  const [said, setSaid] = useState('');
  const createRef = useRef<HTMLButtonElement>(null);
  const create = (
    <Button ref={createRef} kind="primary" onClick={() => setCreating(true)}>
      <Plus aria-hidden />
      Create key
    </Button>
  );
  const empty = keys.data?.length === 0;
  return (
    <PageColumn>
      <PageHeader
        title="Keys"
        sentence="Each key lets a program act for your account and spend from its balance. Give every program its own."
        action={create}
      />
      {keys.isError && keys.data ? (
        <FailureNotice failure={keys.error} what="This list may be out of date." onRetry={() => void keys.refetch()} />
      ) : null}
      {keys.isPending ? <PendingKeyTable /> : null}
      {keys.isError && !keys.data ? (
        <FailureNotice failure={keys.error} what="The keys could not be loaded." onRetry={() => void keys.refetch()} />
      ) : null}
      {empty ? (
        <EmptyState
          title="No keys yet"
          sentence="Create one, put it into this request in place of the dots, and run it."
        >
          <SnippetTabs origin={here} apiKey={`${serviceId.toUpperCase()}_INFERENCE_KEY_…`} />
        </EmptyState>
      ) : null}
      {keys.data && !empty ? <KeyTable keys={keys.data} onRevoke={setLeaving} /> : null}
      <p role="status" className="sr-only">
        {said}
      </p>
      {creating ? <CreateKeyDialog origin={here} onClose={() => setCreating(false)} /> : null}
      {leaving ? (
        <RevokeKeyDialog
          target={leaving}
          onClose={() => setLeaving(null)}
          onRevoked={() => {
            setSaid(`The key ending in ${leaving.last6Chars} is revoked.`);
            setLeaving(null);
            // The row that opened the dialog is gone, and with it the place that the focus would return to.
            requestAnimationFrame(() => createRef.current?.focus());
          }}
        />
      ) : null}
    </PageColumn>
  );
}
