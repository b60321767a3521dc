'use client';

import { useQuery } from '@tanstack/react-query';
import { ReceiptCard } from '@/components/chat/message/receipt/receipt-panel';
import { FailureNotice } from '@/components/frame/failure-notice';
import { fetchReceipt } from '@/lib/client/chat/receipts';

/** The receipt of a request, from the ledger. */
export default function PaidReceipt({ requestId }: { requestId: string }) {
  const { data, error, refetch } = useQuery({
    queryKey: ['receipt', requestId],
    queryFn: () => fetchReceipt(requestId),
    staleTime: Infinity,
  });
  if (error) {
    return (
      <FailureNotice
        what="The receipt could not be loaded."
        failure={error}
        onRetry={() => void refetch()}
        className="mt-1"
      />
    );
  }
  return (
    <ReceiptCard
      requestId={requestId}
      modelId="web"
      receipt={data === 'pending' ? null : (data ?? null)}
      unknown={data === null}
    />
  );
}
