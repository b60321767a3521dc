'use client';

import { useMutation, useQuery, useQueryClient, type QueryClient } from '@tanstack/react-query';
import type { AccountView } from '@/lib/accounts/contract';
import { apiFetch } from '@/lib/client/api';
import { clearHistory } from '@/lib/client/chat/clear-history';
import { clearImages } from '@/lib/client/images/clear-images';
import { clearSearches } from '@/lib/client/search/clear-searches';
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

/** Changes name or email; the response is the changed account. */
export function useChangeAccount() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (body: ChangeAccount) => apiFetch<AccountView>(ADDRESS, { method: 'PATCH', body }),
    onSuccess: (account) => client.setQueryData(ACCOUNT, account),
    // Drops the password from memory with the form.
    gcTime: 0,
  });
}

/** Updates the cached account after a password change; call it once there is a new session. */
export async function notePassword(client: QueryClient): Promise<void> {
  // Set without a request, so that no form omits the password that the server now requires.
  client.setQueryData<AccountView>(ACCOUNT, (account) => account && { ...account, hasPassword: true });
  // This also covers the connected services.
  await client.invalidateQueries({ queryKey: ACCOUNT });
}

/** Sets a new password. This ends every session, including this one. */
export function useChangePassword() {
  return useMutation({
    mutationFn: (body: ChangePassword) => apiFetch(`${ADDRESS}/password`, { method: 'POST', body }),
    gcTime: 0,
  });
}

/** Ends every session of the account, including this one. */
export function useSignOutEverywhere() {
  return useMutation({ mutationFn: () => apiFetch(`${ADDRESS}/sign-out-everywhere`, { method: 'POST' }) });
}

/** Exports everything stored about the account as one file. */
export function useExport() {
  return useMutation({ mutationFn: () => saveFile(`${ADDRESS}/export`) });
}

/** Deletes the account, and its chats, images, and searches in this browser. */
export function useDeleteAccount(accountId: string) {
  return useMutation({
    mutationFn: async (body: DeleteAccount) => {
      await apiFetch(ADDRESS, { method: 'DELETE', body });
      clearSearches(accountId);
      await Promise.all([clearHistory(accountId), clearImages(accountId)]);
    },
    gcTime: 0,
  });
}
