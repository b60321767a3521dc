'use client';

import { LogIn, RotateCw } from 'lucide-react';
import { useSyncExternalStore, type ReactNode } from 'react';
import { Button, ButtonLink } from '@/components/ui/button';
import { CopyButton } from '@/components/ui/copy-button';
import { now } from '@/lib/client/now';
import { SECOND_MS } from '@/lib/core/time';
import { MAX_TIMEOUT_SECONDS } from '@/lib/x402/constants';
import { usdcText } from '../amount';
import { NETWORK_TEXTS, shortAddress } from '../networks';
import { TransactionLink } from '../transaction-link';
import { NO_PROMPT } from '../connect/no-prompt';
import type { KeptPayment } from './kept-payment';
import type { PaymentState } from './payment-state';

/** The wallet shows the request. */
export function Signing({
  state: { wallet, amountUsd },
  onStop,
}: {
  state: Extract<PaymentState, { step: 'signing' }>;
  onStop: () => void;
}) {
  return (
    <>
      <p className="text-muted">
        {wallet} asks you to pay <Figure>{usdcText(amountUsd)}</Figure>. Nothing is paid until you confirm. {NO_PROMPT}
      </p>
      <Button onClick={onStop} className="self-start">
        Stop waiting
      </Button>
    </>
  );
}

/** The signed payment is on its way to the server. */
export function Sending({ kept }: { kept: KeptPayment }) {
  return (
    <>
      <PaymentLines kept={kept} />
      <p className="text-muted">
        Signed. The payment is being sent to {NETWORK_TEXTS[kept.network].name}, which usually takes a few seconds
        <Elapsed since={kept.signedAtMs} />. You can leave this page: it continues when you return, and is never paid
        twice.
      </p>
    </>
  );
}

/** The server has it, and its network does not show it yet. */
export function Pending({
  state: { kept, found },
  onLeave,
}: {
  state: Extract<PaymentState, { step: 'pending' }>;
  onLeave: () => void;
}) {
  const { name } = NETWORK_TEXTS[kept.network];
  return (
    <>
      <PaymentLines kept={kept} />
      <p className="text-muted">
        Sent to {name}, which has not confirmed it yet
        <Elapsed since={kept.signedAtMs} />. The credit is added as soon as it does, even if you close this page.
      </p>
      {found.transactionId === null ? null : (
        <p>
          <TransactionLink network={kept.network} id={found.transactionId} />
        </p>
      )}
      <Button onClick={onLeave} className="self-start">
        Start another payment
      </Button>
      <p className="text-sm text-muted">
        Nothing is lost if you do: this payment stays in the list below, and the server keeps checking it. One signature
        can never be paid twice.
      </p>
    </>
  );
}

/** No clear answer arrived. The same payment can be sent again. */
export function Unanswered({
  state: { kept, problem },
  onRetry,
  onRestart,
}: {
  state: Extract<PaymentState, { step: 'unanswered' }>;
  onRetry: () => void;
  onRestart: () => void;
}) {
  const hasExpired = useSecondsSince(kept.signedAtMs) > MAX_TIMEOUT_SECONDS;
  return (
    <>
      <PaymentLines kept={kept} />
      <p className="wrap-anywhere">{problem.message}</p>
      <div className="flex flex-wrap gap-3">
        <Button kind="primary" onClick={onRetry}>
          <RotateCw aria-hidden />
          Try again
        </Button>
        {problem.kind === 'signed_out' ? (
          <ButtonLink href="/sign-in?next=%2Fwallet" target="_blank">
            <LogIn aria-hidden />
            Sign in
          </ButtonLink>
        ) : null}
        {hasExpired ? <Button onClick={onRestart}>Discard and start over</Button> : null}
      </div>
      <p role="status" className="text-sm text-muted">
        {hasExpired
          ? 'The signature has expired. If the payment went through, it is in the list below and its credit is added.'
          : `You can start over once the signature has expired, ${MAX_TIMEOUT_SECONDS / MINUTE_SECONDS} minutes after you signed.`}
      </p>
      {problem.requestId === null ? null : (
        <p className="flex items-center gap-1 text-sm text-muted">
          Request <span className="figure-text text-xs">{problem.requestId}</span>
          <CopyButton text={problem.requestId} label="Copy request ID" className="-my-2" />
        </p>
      )}
    </>
  );
}

/** What was signed. */
function PaymentLines({ kept: { amountUsd, network, payer } }: { kept: KeptPayment }) {
  return (
    <p>
      <Figure>{usdcText(amountUsd)}</Figure> on {NETWORK_TEXTS[network].name} from{' '}
      <span title={payer} className="figure-text text-sm">
        {shortAddress(network, payer)}
      </span>
    </p>
  );
}

function Figure({ children }: { children: ReactNode }) {
  return <span className="font-medium whitespace-nowrap text-ink tabular-nums">{children}</span>;
}

const MINUTE_SECONDS = 60;

/** Shown once the wait is worth a number. */
const SHOWN_FROM_SECONDS = 3;

function Elapsed({ since }: { since: number }) {
  const seconds = useSecondsSince(since);
  if (seconds < SHOWN_FROM_SECONDS || seconds > MAX_TIMEOUT_SECONDS) return null;
  return <span className="tabular-nums"> ({seconds} s)</span>;
}

function useSecondsSince(sinceMs: number): number {
  return useSyncExternalStore(
    everySecond,
    () => Math.max(0, Math.floor((now() - sinceMs) / SECOND_MS)),
    () => 0,
  );
}

function everySecond(notify: () => void): () => void {
  const timer = setInterval(notify, SECOND_MS / 4);
  return () => clearInterval(timer);
}
