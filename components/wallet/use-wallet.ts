'use client';

import { useQuery } from '@tanstack/react-query';
import { apiFetch } from '@/lib/client/api';
import { unlessSignedOut } from '@/lib/client/failure';
import { SECOND_MS } from '@/lib/core/time';
import type { ConsoleWallet } from '@/lib/x402/contract';

/** The query key of the page's data. */
export const WALLET = ['wallet'] as const;
/** How often the list is refreshed while one of its payments has no outcome. */
const PENDING_MS = 3 * SECOND_MS;

/** Where USDC can be paid, what it buys, and the account's payments. */
export function useWalletOverview() {
  return useQuery({
    queryKey: WALLET,
    queryFn: ({ signal }) => apiFetch<ConsoleWallet>('/api/console/wallet', { signal }),
    refetchInterval: ({ state }) => {
      const isPending = state.data?.payments.some((payment) => payment.state === 'pending') ?? false;
      return isPending ? unlessSignedOut(PENDING_MS, state.error) : false;
    },
  });
}
