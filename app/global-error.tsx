'use client';

import { Statement } from '@/components/frame/statement';
import { Button } from '@/components/ui/button';
import './globals.css';

/** Shown when even the root layout fails: it has its own `html` and uses system fonts. */
export default function GlobalError({ error, reset }: { error: Error & { digest?: string }; reset: () => void }) {
  return (
    <html lang="en">
      <body>
        <title>Farebox failed</title>
        <Statement
          title="Farebox failed to show this page"
          sentence="This is our fault. Retry; if it happens again, send the operator the reference below."
          reference={error.digest}
        >
          <Button kind="primary" onClick={reset}>
            Retry
          </Button>
        </Statement>
      </body>
    </html>
  );
}
