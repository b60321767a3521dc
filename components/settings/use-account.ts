'use client';

import { useMutation, useQuery, useQueryClient, type QueryClient } from '@tanstack/react-query';
import type { AccountView } from '@/lib/accounts/contract';
import { apiFetch } from '@/lib/client/api';
import { clearHistory } from '@/lib/client/chat/clear-history';
import { saveFile } from '@/lib/client/save-file';
import type { ChangeAccount, ChangePassword, DeleteAccount } from '@/lib/profile/contract';

const ADDRESS = '/api/console/account';
const ACCOUNT = ['account'] as const;

/** The visitor's account. */
export function useAccount() {
  return useQuery({
    queryKey: ACCOUNT,
    queryFn: ({ signal }) => apiFetch<AccountView>(ADDRESS, { signal }),
  });
}

/** Changes name or e-mail; the answer is the account as it is then. */
export function useChangeAccount() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (body: ChangeAccount) => apiFetch<AccountView>(ADDRESS, { method: 'PATCH', body }),
    onSuccess: (account) => client.setQueryData(ACCOUNT, account),
    // A password leaves the memory with the form.
    gcTime: 0,
  });
}

/** What the page knows of the account after a new password; to be applied once there is a new session. */
export async function notePassword(client: QueryClient): Promise<void> {
  // Known without asking, so that no form of the page leaves out what the server now wants.
  client.setQueryData<AccountView>(ACCOUNT, (account) => account && { ...account, hasPassword: true });
  // The connected services lie below it.
  await client.invalidateQueries({ queryKey: ACCOUNT });
}

/** Sets a new password. Every session ends with it, this one too. */
export function useChangePassword() {
  return useMutation({
    mutationFn: (body: ChangePassword) => apiFetch(`${ADDRESS}/password`, { method: 'POST', body }),
    gcTime: 0,
  });
}

/** Ends every session of the account, this one too. */
export function useSignOutEverywhere() {
  return useMutation({ mutationFn: () => apiFetch(`${ADDRESS}/sign-out-everywhere`, { method: 'POST' }) });
}

/** Saves all that the account holds as one file. */
export function useExport() {
  return useMutation({ mutationFn: () => saveFile(`${ADDRESS}/export`) });
}

/** Deletes the account, and its chats in this browser. */
export function useDeleteAccount(accountId: string) {
  return useMutation({
    mutationFn: async (body: DeleteAccount) => {
      await apiFetch(ADDRESS, { method: 'DELETE', body });
      await clearHistory(accountId);
    },
    gcTime: 0,
  });
}
