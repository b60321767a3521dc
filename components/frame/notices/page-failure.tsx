'use client';

import { useQueryClient } from '@tanstack/react-query';
import { RotateCw } from 'lucide-react';
import { usePathname, useRouter } from 'next/navigation';
import { startTransition } from 'react';
import { Button, ButtonLink } from '@/components/ui/button';
import { CopyButton } from '@/components/ui/copy-button';
import { PageColumn } from '../page-header';

/**
 * Shown inside the layout when a page fails: what to do, a reference to copy, Retry.
 * @param error `digest` identifies the failure in the server's log; failures in the browser have none
 * @param reset renders the page again
 */
export function PageFailure({ error, reset }: { error: Error & { digest?: string }; reset: () => void }) {
  const pathname = usePathname();
  const router = useRouter();
  const client = useQueryClient();
  const retry = () =>
    startTransition(() => {
      // Cached data may have caused the failure.
      client.removeQueries({ type: 'inactive' });
      router.refresh();
      reset();
    });
  const reference = error.digest ?? `${pathname} ${error.name}`;
  return (
    <PageColumn>
      <div role="alert" className="flex max-w-prose flex-col gap-2">
        <h1 className="text-xl font-semibold">This page failed</h1>
        <p className="text-muted">
          This is our fault, and nothing was charged for it. Retry; if it happens again, send the operator the
          reference.
        </p>
        <p className="mt-1 flex min-w-0 items-center gap-1 text-sm text-muted">
          Reference <span className="figure-text min-w-0 truncate text-xs">{reference}</span>
          <CopyButton text={() => `${reference}\n${error.message}`} label="Copy reference" className="-my-2" />
        </p>
      </div>
      <div className="flex flex-wrap gap-3">
        <Button kind="primary" onClick={retry}>
          <RotateCw aria-hidden />
          Retry
        </Button>
        <ButtonLink href="/chat">Open chat</ButtonLink>
        <ButtonLink href="/">Go to home page</ButtonLink>
      </div>
    </PageColumn>
  );
}
