'use client';

import { CircleAlert, WifiOff } from 'lucide-react';
import { useState } from 'react';
import { FailureActions } from '@/components/failure/failure-actions';
import { isFresh } from '@/components/failure/is-fresh';
import { useBalance } from '@/components/frame/balance-chip';
import { CopyButton } from '@/components/ui/copy-button';
import { formatMoney } from '@/components/ui/show/money-text';
import { hasNoOutput } from '@/lib/client/chat/answer/parts';
import type { ChatMessage, StoredFailure } from '@/lib/client/chat/types';
import { kindOfFailure, type FailureKind } from '@/lib/client/failure-kind';
import { costOfFailure, earlierAttempt, offlineMessage, titleOfFailure } from './failure-kind';

/** What went wrong with an answer, whether it cost anything, and what to do next. */
export function AnswerFailure({
  failure,
  message,
  modelName,
  otherModel,
  last,
  onRetry,
}: {
  failure: StoredFailure;
  /** The answer that failed. */
  message: ChatMessage;
  /** The name of the model that failed. */
  modelName: string;
  /** The name of the model that a retry would use, if it is not the one that failed. */
  otherModel: string | null;
  /** Nothing follows the answer: an automatic retry must not take the user away from what does. */
  last: boolean;
  onRetry: () => void;
}) {
  // A running attempt ends soon, like a busy model.
  const kind = earlierAttempt(failure) === 'running' ? 'busy' : kindOfFailure(failure);
  // Failures from before the chat was opened are not announced.
  const [fresh] = useState(() => isFresh(failure));
  return (
    <div
      data-testid="answer-failure"
      data-failure={kind}
      className="mt-3 flex max-w-measure items-start gap-3 rounded-panel border border-stop/40 bg-stop/5 p-4"
    >
      {kind === 'offline' ? (
        <WifiOff aria-hidden className="mt-0.5 text-stop" />
      ) : (
        <CircleAlert aria-hidden className="mt-0.5 text-stop" />
      )}
      <div className="min-w-0 flex-1">
        {/* Only the title is announced: the countdown would be announced again each second. */}
        <p role={fresh ? 'alert' : undefined} className="font-medium">
          <span className="sr-only">{modelName}: </span>
          {titleOfFailure(failure)}
        </p>
        <p className="mt-1 wrap-anywhere text-muted">
          <FailureMessage kind={kind} failure={failure} partial={!hasNoOutput(message)} /> {costOfFailure(message)}
        </p>
        <div className="mt-3 flex flex-wrap items-center gap-x-3 gap-y-2">
          <FailureActions kind={kind} failure={failure} otherModel={otherModel} last={last} onRetry={onRetry} />
        </div>
        {failure.requestId ? (
          <p className="mt-2 flex items-center gap-1 text-sm text-muted">
            Request <span className="figure-text text-xs">{failure.requestId}</span>
            <CopyButton text={failure.requestId} label="Copy request ID" className="-my-2" />
          </p>
        ) : null}
      </div>
    </div>
  );
}

function FailureMessage({
  kind,
  failure,
  partial,
}: {
  kind: FailureKind;
  failure: StoredFailure;
  /** A part of the answer arrived. */
  partial: boolean;
}) {
  const balance = useBalance().data?.usd.available;
  if (kind === 'offline') return offlineMessage(partial);
  if (kind === 'signed_out') return 'Your session ended, perhaps in another tab. Sign in, then try again.';
  if (earlierAttempt(failure) === 'charged')
    return 'It was charged, but its answer did not arrive here, and the server keeps none. This attempt was not charged. Another one is a new request, which is charged again.';
  if (kind === 'model_gone') return 'Choose another model below, then try again.';
  if (kind === 'too_long')
    return `${failure.message} Start a new chat, or choose a model with a larger context window.`;
  if (kind === 'out_of_credit') {
    const have = balance !== undefined ? ` You have ${formatMoney(balance, 'USD', { down: true })}.` : '';
    return `${failure.message}${have} Top up, or choose a cheaper model.`;
  }
  if (kind === 'broken_off' && partial) return `${failure.message} The partial answer was saved.`;
  return failure.message;
}
