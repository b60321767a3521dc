'use client';

import { type QueryClient, useQueryClient } from '@tanstack/react-query';
import { useEffect, useReducer, useRef } from 'react';
import { refreshBalance } from '@/components/frame/balance-chip';
import { apiFetch } from '@/lib/client/api';
import { isApiFailure } from '@/lib/client/failure';
import { now } from '@/lib/client/now';
import { newId } from '@/lib/core/ids';
import { SECOND_MS } from '@/lib/core/time';
import type { Network } from '@/lib/core/wallet';
import type { ConsolePayment } from '@/lib/x402/contract';
import { readSigningNotice } from '../connect/signing-notice';
import { WALLET } from '../use-wallet';
import { forgetPayment, keepPayment, type KeptPayment, readKept, watchKept } from './kept-payment';
import { CHOOSING, nextPayment, type PaymentEvent } from './payment-state';
import { readSendProblem } from './send-problem';

const PAYMENTS = '/api/console/wallet/payments';
/** How often the server is asked about a payment that its network does not show yet. */
const PENDING_MS = 2 * SECOND_MS;

/** What a wallet is asked to sign, and how. */
export type SignRequest = {
  wallet: string;
  network: Network;
  amountUsd: number;
  /** @returns the payment as the header `PAYMENT-SIGNATURE` carries it, and who pays */
  sign: (amountUsd: number) => Promise<{ payment: string; payer: string }>;
};

/**
 * One payment at a time: signs it, keeps it, sends it, and follows it to its outcome, also after a reload.
 * @param accountId whose balance is topped up
 */
export function usePayment(accountId: string) {
  const client = useQueryClient();
  const [state, dispatch] = useReducer(nextPayment, CHOOSING);
  // The request whose signature is awaited: any other is dropped before it is kept.
  const awaited = useRef<string | null>(null);

  useEffect(() => {
    const resume = (kept: KeptPayment) => dispatch({ type: 'resume', kept });
    const kept = readKept(accountId);
    if (kept) resume(kept);
    return watchKept(accountId, resume);
  }, [accountId]);

  const sending = state.step === 'sending' ? state.kept : null;
  useEffect(() => {
    if (!sending) return;
    let isCurrent = true;
    void send(sending).then((event) => {
      conclude(client, accountId, sending, event);
      if (isCurrent) dispatch(event);
    });
    return () => {
      isCurrent = false;
    };
  }, [client, accountId, sending]);

  const pending = state.step === 'pending' ? state.kept : null;
  const pendingId = state.step === 'pending' ? state.found.id : null;
  useEffect(() => {
    if (!pending || pendingId === null) return;
    let isCurrent = true;
    const timer = setInterval(() => {
      void look(pendingId).then((event) => {
        if (event === null) return;
        conclude(client, accountId, pending, event);
        if (isCurrent) dispatch(event);
      });
    }, PENDING_MS);
    return () => {
      isCurrent = false;
      clearInterval(timer);
    };
  }, [client, accountId, pending, pendingId]);

  const sign = async ({ wallet, network, amountUsd, sign: signPayment }: SignRequest) => {
    const attempt = newId();
    awaited.current = attempt;
    dispatch({ type: 'sign', attempt, wallet, amountUsd });
    try {
      const signed = await signPayment(amountUsd);
      if (awaited.current !== attempt) return;
      const kept = keepPayment(accountId, { ...signed, network, amountUsd, signedAtMs: now() });
      dispatch({ type: 'signed', attempt, kept });
    } catch (thrown) {
      dispatch({ type: 'declined', attempt, notice: readSigningNotice(thrown, 'pay') });
    }
  };
  return {
    state,
    sign: (request: SignRequest) => void sign(request),
    stop: () => {
      awaited.current = null;
      dispatch({ type: 'stop' });
    },
    retry: () => dispatch({ type: 'retry' }),
    // The server has it and goes on with it: nothing has to be sent again.
    leave: () => {
      if (state.step === 'pending') forgetPayment(accountId, state.kept);
      dispatch({ type: 'leave' });
    },
    restart: () => {
      if (state.step === 'unanswered') forgetPayment(accountId, state.kept);
      dispatch({ type: 'restart' });
    },
  };
}

/** Forgets a payment whose outcome is known, even if the page has moved on, and refreshes what depends on it. */
function conclude(client: QueryClient, accountId: string, kept: KeptPayment, event: PaymentEvent): void {
  const found = event.type === 'answered' ? event.found : null;
  const isRefused = event.type === 'unanswered' && event.problem.isFinal;
  if (isRefused || (found && found.state !== 'pending')) forgetPayment(accountId, kept);
  if (found) void client.invalidateQueries({ queryKey: WALLET });
  if (found?.state === 'credited') void refreshBalance(client);
}

async function send({ payment }: KeptPayment): Promise<PaymentEvent> {
  try {
    const found = await apiFetch<ConsolePayment>(PAYMENTS, { method: 'POST', body: { payment } });
    return { type: 'answered', found };
  } catch (failure) {
    return { type: 'unanswered', problem: readSendProblem(failure) };
  }
}

/** What the server says about a pending payment; null if it says nothing, which the frame shows. */
async function look(id: string): Promise<PaymentEvent | null> {
  try {
    return { type: 'answered', found: await apiFetch<ConsolePayment>(`${PAYMENTS}/${id}`) };
  } catch (failure) {
    const isSignedOut = isApiFailure(failure) && failure.code === 'SIGNED_OUT';
    return isSignedOut ? { type: 'unanswered', problem: readSendProblem(failure) } : null;
  }
}
