import { formatUtc } from '@/components/ui/show/relative-time';
import type { ConsolePayment } from '@/lib/x402/contract';
import { usdcText } from '../amount';
import { NETWORK_TEXTS } from '../networks';
import { Line, PayerLine, PaymentIdLine, ReasonLine, RefundLine, TransactionLine } from './payment-lines';

/** One payment in full. */
export function PaymentDetail({ payment }: { payment: ConsolePayment }) {
  const { id, network, payer, amountUsd, transactionId, reason, createdAt, state, refunds } = payment;
  return (
    <section
      aria-label="Payment"
      className="max-w-measure rounded-panel border border-dashed border-edge bg-surface p-4"
    >
      <p>{sentenceOf(payment)}</p>
      <dl className="mt-3 grid grid-cols-[auto_minmax(0,1fr)] items-center gap-x-6 gap-y-1 text-sm">
        <Line label="Amount">
          {usdcText(amountUsd)} on {NETWORK_TEXTS[network].name}
        </Line>
        <PayerLine payer={payer} />
        <TransactionLine network={network} id={transactionId} isFailed={state === 'failed'} />
        {reason === null ? null : <ReasonLine reason={reason} />}
        <Line label="Time">
          <span className="figure-text text-xs">{formatUtc(createdAt)}</span>
        </Line>
        {refunds.map((refund, index) => (
          <RefundLine key={index} network={network} refund={refund} />
        ))}
        <PaymentIdLine id={id} />
      </dl>
    </section>
  );
}

function sentenceOf({ state, network, refunds }: ConsolePayment): string {
  const { name } = NETWORK_TEXTS[network];
  switch (state) {
    case 'pending':
      return `Sent to ${name}, which has not confirmed it yet. The credit is added as soon as it does; you have nothing to do.`;
    case 'credited':
      return refunds.length === 0
        ? `Paid on ${name} and added to your balance.`
        : `Paid on ${name} and added to your balance. Later, the operator sent USDC back and took the same amount out of your balance.`;
    case 'failed':
      return `${name} did not carry out the payment. Nothing was paid.`;
  }
}
