'use client';

import { Wallet } from 'lucide-react';
import { FailureNotice } from '@/components/frame/failure-notice';
import { Button, ButtonLink } from '@/components/ui/button';
import { WarnNote } from '@/components/ui/show/warn-note';
import type { ApiFailure } from '@/lib/client/failure';
import { kindOfFailure, mayRetry } from '@/lib/client/failure-kind';

/** Why a search or a page failed, and what to do about it. @param what the failed action as a sentence */
export function SearchFailure({ failure, what, onRetry }: { failure: ApiFailure; what: string; onRetry: () => void }) {
  if (kindOfFailure(failure) !== 'out_of_credit') {
    return (
      <div>
        <FailureNotice
          failure={failure}
          what={`${what}${chargeText(failure)}`}
          onRetry={mayRetry(failure) ? onRetry : undefined}
        />
      </div>
    );
  }
  return (
    <div role="alert">
      <WarnNote title="Out of credit">
        <p className="text-muted wrap-anywhere">{failure.message} Not charged.</p>
        <div className="mt-3 flex flex-wrap gap-2">
          <ButtonLink href="/wallet" size="small">
            <Wallet aria-hidden />
            Top up
          </ButtonLink>
          <Button size="small" kind="plain" onClick={onRetry}>
            Retry
          </Button>
        </div>
      </WarnNote>
    </div>
  );
}

/** A request without an answer may have been paid for; one that was refused was not. */
const chargeText = ({ status }: ApiFailure) => (status >= 400 ? ' Not charged.' : '');
