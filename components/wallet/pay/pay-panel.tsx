'use client';

import type { ConsoleWallet } from '@/lib/x402/contract';
import type { Rail } from '../payment-header';
import { useFocusIfLost } from '../use-focus-if-lost';
import { Credited, Failed } from './outcome';
import { noticeOfLeft } from './left-payment';
import { NoticeLine } from './notice-line';
import type { Notice, PaymentState } from './payment-state';
import { titleOfPayment } from './payment-title';
import { Pending, Sending, Signing, Unanswered } from './progress';
import { QuoteForm } from './quote-form';
import { StepLine } from './step-line';
import { usePayment } from './use-payment';

/** One payment, from the quote to its receipt. */
export function PayPanel({
  accountId,
  rails,
  lastModel,
  payments,
}: {
  accountId: string;
  rails: readonly [Rail, ...Rail[]];
  lastModel: ConsoleWallet['lastModel'];
  payments: ConsoleWallet['payments'];
}) {
  const payment = usePayment(accountId);
  const { state } = payment;
  const { step } = state;
  const title = titleOfPayment(state);
  const titleRef = useFocusIfLost<HTMLHeadingElement>(step);
  return (
    <section aria-labelledby="pay-title" className="w-full max-w-measure rounded-panel border border-line bg-surface">
      <div className="border-b border-line px-4 py-3 sm:px-6">
        <StepLine step={step} />
      </div>
      <div className="flex flex-col gap-4 p-4 sm:p-6">
        <h2 id="pay-title" ref={titleRef} tabIndex={-1} className="text-base font-semibold outline-none">
          {title}
        </h2>
        <NoticeLine notice={noticeOf(state, payments)} otherwise={step === 'choosing' ? '' : title} />
        {/* Stays mounted, so that the wallet stays connected and the form filled in. */}
        <div hidden={step !== 'choosing'}>
          <QuoteForm rails={rails} lastModel={lastModel} onSign={payment.sign} />
        </div>
        {state.step === 'signing' ? <Signing state={state} onStop={payment.stop} /> : null}
        {state.step === 'sending' ? <Sending kept={state.kept} /> : null}
        {state.step === 'unanswered' ? (
          <Unanswered state={state} onRetry={payment.retry} onRestart={payment.restart} />
        ) : null}
        {state.step === 'pending' ? <Pending state={state} onLeave={payment.leave} /> : null}
        {state.step === 'credited' ? <Credited found={state.found} onMore={payment.restart} /> : null}
        {state.step === 'failed' ? <Failed state={state} onRestart={payment.restart} /> : null}
      </div>
    </section>
  );
}

/** What is said above the form: why nothing was signed, else what became of a payment that was left. */
function noticeOf(state: PaymentState, payments: ConsoleWallet['payments']): Notice | null {
  if (state.step !== 'choosing') return null;
  return state.notice ?? (state.left ? noticeOfLeft(state.left, payments) : null);
}
