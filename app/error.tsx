'use client';

import { Statement } from '@/components/frame/statement';
import { Button, ButtonLink } from '@/components/ui/button';

/** Shown when a page fails. `digest` identifies the failure in the server's log. */
export default function PageError({ error, reset }: { error: Error & { digest?: string }; reset: () => void }) {
  return (
    <Statement
      title="This page failed"
      sentence="This is our fault, and nothing was charged for it. Your text may still be there after a retry."
      reference={error.digest}
    >
      <Button kind="primary" onClick={reset}>
        Retry
      </Button>
      <ButtonLink href="/">Go to home page</ButtonLink>
    </Statement>
  );
}
