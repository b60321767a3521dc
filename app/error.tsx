'use client';

import { Statement } from '@/components/frame/statement';
import { Button, ButtonLink } from '@/components/ui/button';

/** The page where a page failed. `digest` is what the server's log calls this failure. */
export default function PageError({ error, reset }: { error: Error & { digest?: string }; reset: () => void }) {
  return (
    <Statement
      title="This page failed"
      sentence="The fault is ours. What you had typed may still be there after a retry; nothing was charged for it."
      reference={error.digest}
    >
      <Button kind="primary" onClick={reset}>
        Retry
      </Button>
      <ButtonLink href="/">Go to the start page</ButtonLink>
    </Statement>
  );
}
