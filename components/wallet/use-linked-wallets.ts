'use client';

import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { refreshBalance } from '@/components/frame/balance-chip';
import { apiFetch } from '@/lib/client/api';
import type { LinkedWallets, LinkOutcome, LinkWallet } from '@/lib/profile/contract';

/** The route that lists and links the wallets of the account. */
export const LINKED_WALLETS_PATH = '/api/console/account/wallets';
/** The route that makes the message to be signed for a link. */
export const LINK_MESSAGE_PATH = `${LINKED_WALLETS_PATH}/message`;
const KEY = ['account', 'wallets'];

/** The wallets of the account. */
export function useLinkedWallets() {
  return useQuery({ queryKey: KEY, queryFn: ({ signal }) => apiFetch<LinkedWallets>(LINKED_WALLETS_PATH, { signal }) });
}

/** Links the wallet that has signed, or returns what its merge would move. */
export function useLinkWallet() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (body: Partial<LinkWallet> & Pick<LinkWallet, 'signIn'>) =>
      apiFetch<LinkOutcome>(LINKED_WALLETS_PATH, { method: 'POST', body }),
    onSuccess: async ({ linked }) => {
      if (linked) await Promise.all([client.invalidateQueries({ queryKey: ['account'] }), refreshBalance(client)]);
    },
  });
}

/** Ends a link, and every session of the account with it. */
export function useUnlinkWallet() {
  return useMutation({
    mutationFn: (address: string) => apiFetch(`${LINKED_WALLETS_PATH}/${address}`, { method: 'DELETE' }),
  });
}
