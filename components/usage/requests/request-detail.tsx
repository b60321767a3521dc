'use client';

import { ReceiptCard } from '@/components/chat/message/receipt/receipt-panel';
import { FailureNotice } from '@/components/frame/failure-notice';
import { CopyButton } from '@/components/ui/copy-button';
import type { UsageRequest } from '@/lib/billing/contract';
import { useReceipt } from '../use-usage';

/** One request in full: its receipt, or why it failed. */
export function RequestDetail({ request }: { request: UsageRequest }) {
  return request.ending === null ? <FailedRequest request={request} /> : <PaidRequest request={request} />;
}

function PaidRequest({ request: { requestId, modelId, code, message } }: { request: UsageRequest }) {
  const receipt = useReceipt(requestId);
  if (receipt.isError) {
    return (
      <FailureNotice
        failure={receipt.error}
        what="The receipt could not be loaded."
        onRetry={() => void receipt.refetch()}
      />
    );
  }
  return (
    <>
      {message === null ? null : (
        <p className="mb-2 max-w-measure wrap-anywhere">
          {message} What had arrived by then was charged. <span className="figure-text text-xs text-muted">{code}</span>
        </p>
      )}
      <ReceiptCard requestId={requestId} modelId={modelId ?? 'unknown'} receipt={receipt.data ?? null} />
    </>
  );
}

function FailedRequest({ request }: { request: UsageRequest }) {
  const { requestId, code, message, status, route, durationMs } = request;
  return (
    <section
      aria-label="Failed request"
      className="max-w-measure rounded-panel border border-dashed border-edge bg-surface p-4"
    >
      <p className="font-medium wrap-anywhere">{message}</p>
      <dl className="mt-3 grid grid-cols-[auto_1fr] gap-x-6 gap-y-2 font-mono text-xs">
        <dt className="text-muted">Code</dt>
        <dd className="wrap-anywhere">
          {status} {code}
        </dd>
        <dt className="text-muted">Route</dt>
        <dd className="wrap-anywhere">{route}</dd>
        <dt className="text-muted">Request</dt>
        <dd className="flex min-w-0 items-center gap-1">
          <span className="wrap-anywhere">{requestId}</span>
          <CopyButton text={requestId} label="Copy request ID" className="-my-2" />
        </dd>
        <dt className="text-muted">Time</dt>
        <dd>{durationMs.toLocaleString('en-US')} ms</dd>
        <dt className="text-muted">Cost</dt>
        <dd>not charged</dd>
      </dl>
    </section>
  );
}
