'use client';

import { useRef, useState } from 'react';
import { SnippetTabs } from '@/components/snippets/snippet-tabs';
import { Button } from '@/components/ui/button';
import { CopyButton } from '@/components/ui/copy-button';
import { Dialog } from '@/components/ui/overlay/dialog';
import { singleClick } from '@/components/ui/form/single-click';
import { formatUtc } from '@/components/ui/show/relative-time';
import type { CreatedKey } from '@/lib/keys/contract';
import { holdsSecret } from './holds-secret';
import { KeyType } from '../table/key-details';
import { useBackGuard } from './use-back-guard';
import { useUnloadGuard } from './use-unload-guard';

/**
 * The secret of a new key, shown only once. It closes with a single button, which asks again if nothing was copied;
 * until then Escape, clicks outside, Back, and leaving the page are blocked too.
 * @param next what happens when it closes, if anything
 */
export function SavedKeyDialog({
  created,
  origin,
  next,
  onClose,
}: {
  created: CreatedKey['data'];
  origin: string;
  next?: string;
  onClose: () => void;
}) {
  const panelRef = useRef<HTMLDivElement>(null);
  const [copied, setCopied] = useState(false);
  const [warned, setWarned] = useState(false);
  useUnloadGuard(!copied || next !== undefined);
  const close = () => {
    if (copied || warned) onClose();
    else setWarned(true);
  };
  useBackGuard(() => {
    if (copied) onClose();
    else setWarned(true);
    return copied;
  });
  return (
    <Dialog
      open
      guarded
      onOpenChange={() => undefined}
      initialFocus={panelRef}
      title="Save this key now"
      description="It is shown only once. We store only a hash of it and cannot show it again."
      className="sm:max-w-measure"
      footer={
        <>
          {warned && !copied ? (
            <p role="alert" className="min-w-0 flex-1 text-sm text-warn">
              You haven’t copied this key. It won’t be shown again.
            </p>
          ) : null}
          <Button kind={warned && !copied ? 'quiet' : 'primary'} onClick={singleClick(close)}>
            {warned && !copied ? 'Close anyway' : 'I have saved it'}
          </Button>
        </>
      }
    >
      {/* Selecting and copying the secret by hand counts too. */}
      <div
        className="flex flex-col gap-6"
        onCopy={() => {
          if (holdsSecret(String(getSelection() ?? ''), created.apiKey)) setCopied(true);
        }}
      >
        <div ref={panelRef} tabIndex={-1} className="ticket-edge bg-sunken px-4 pt-6 pb-4 outline-none">
          <div className="flex items-baseline justify-between gap-3">
            <p className="min-w-0 truncate font-medium" title={created.description}>
              {created.description}
            </p>
            <KeyType type={created.apiKeyType} />
          </div>
          <p className="mt-3 font-mono text-base break-all select-all" aria-label="Secret key">
            {created.apiKey}
          </p>
          <div className="mt-4 flex flex-wrap items-center justify-between gap-3 border-t border-dashed border-edge pt-4">
            <p className="text-sm text-muted">
              {created.expiresAt ? `Expires ${formatUtc(created.expiresAt)}` : 'Never expires'}
            </p>
            <CopyButton
              text={created.apiKey}
              label="Copy key"
              showLabel
              size="medium"
              onCopied={() => setCopied(true)}
            />
          </div>
        </div>
        {next ? <p className="text-muted">{next}</p> : null}
        <section aria-label="First request">
          <p className="mb-2 text-sm text-muted">
            Your first request with it. Programs read the key from the environment variable API_KEY.
          </p>
          <SnippetTabs origin={origin} apiKey={created.apiKey} />
        </section>
      </div>
    </Dialog>
  );
}
