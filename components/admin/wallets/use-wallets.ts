'use client';

import { useInfiniteQuery, useMutation, useQuery, useQueryClient, type QueryClient } from '@tanstack/react-query';
import { BALANCE_KEY } from '@/components/frame/balance-chip';
import type {
  CheckedPayment,
  OperatorPayment,
  PaymentPage,
  PaymentsQuery,
  RecordedRefund,
  WalletsView,
} from '@/lib/admin/contract';
import { apiFetch } from '@/lib/client/api';
import { unlessSignedOut } from '@/lib/client/failure';
import { SECOND_MS } from '@/lib/core/time';
import { forgetUnanswered } from '../unconfirmed-credit';

const WALLETS = '/api/console/admin/wallets';
const PAYMENTS = ['admin', 'payments'] as const;
/** Balances and nodes change on their own, and so do open payments. */
const NETWORKS_EVERY_MS = 30 * SECOND_MS;
const OPEN_EVERY_MS = 5 * SECOND_MS;

const pathOf = (id: string) => `${WALLETS}/payments/${encodeURIComponent(id)}`;

/** Whether a payment has not ended yet. */
export const isOpen = ({ state }: OperatorPayment): boolean => state === 'verified' || state === 'settling';

/** The networks on which wallets pay, with the balances of our accounts there. */
export function useWalletNetworks() {
  return useQuery({
    queryKey: ['admin', 'wallets'],
    queryFn: ({ signal }) => apiFetch<WalletsView>(WALLETS, { signal }),
    refetchInterval: ({ state }) => unlessSignedOut(NETWORKS_EVERY_MS, state.error),
  });
}

/** The payments in a state, or all of them, one page at a time; followed while some are open. */
export function useWalletPayments(state: PaymentsQuery['state'] | null) {
  return useInfiniteQuery({
    queryKey: [...PAYMENTS, state],
    initialPageParam: '',
    queryFn: ({ pageParam, signal }) => {
      const query = new URLSearchParams();
      if (state) query.set('state', state);
      if (pageParam) query.set('after', pageParam);
      return apiFetch<PaymentPage>(`${WALLETS}/payments?${query.toString()}`, { signal });
    },
    getNextPageParam: ({ nextCursor }) => nextCursor ?? undefined,
    refetchInterval: (query) => {
      const hasOpen = query.state.data?.pages.some(({ data }) => data.some(isOpen)) ?? false;
      return hasOpen ? unlessSignedOut(OPEN_EVERY_MS, query.state.error) : false;
    },
  });
}

/** Checks an open payment on its network now. */
export function useCheckPayment(id: string) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: () => apiFetch<CheckedPayment>(`${pathOf(id)}/check`, { method: 'POST' }),
    onSuccess: () => refresh(client),
  });
}

/** A refund as the form sends it. */
export type TypedRefund = { usd: string; reference: string; transaction?: string };

/** Records a refund of a payment, once per reference. */
export function useRefund(id: string) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: async (refund: TypedRefund) => {
      const recorded = await apiFetch<RecordedRefund>(`${pathOf(id)}/refunds`, { method: 'POST', body: refund });
      forgetUnanswered(id, refund.reference);
      return recorded;
    },
    onSuccess: () => refresh(client),
  });
}

const refresh = (client: QueryClient) =>
  Promise.all([
    client.invalidateQueries({ queryKey: PAYMENTS }),
    client.invalidateQueries({ queryKey: ['admin', 'accounts'] }),
    // It may be the owner's own balance.
    client.invalidateQueries({ queryKey: BALANCE_KEY }),
  ]);
