'use client';

import { keepPreviousData, useInfiniteQuery, useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { BALANCE_KEY } from '@/components/frame/balance-chip';
import type {
  AccountDetail,
  AccountPage,
  GrantedCredit,
  ChangeAccount,
  ErrorPage,
  Link,
  ModelsView,
  Stake,
} from '@/lib/admin/contract';
import { apiFetch } from '@/lib/client/api';
import { forgetUnanswered } from './unconfirmed-credit';

const ADMIN = '/api/console/admin';
const ACCOUNTS = ['admin', 'accounts'] as const;
const CHANGES = ['admin', 'changes'] as const;
/** The states of upstreams change on their own, so they are polled. */
const MODELS_EVERY_MS = 5_000;

const pathOf = (id: string) => `${ADMIN}/accounts/${encodeURIComponent(id)}`;
const keyOf = (id: string) => [...ACCOUNTS, 'one', id];

/** The accounts that match a search, newest first, one page at a time. */
export function useAccounts(search: string) {
  return useInfiniteQuery({
    queryKey: [...ACCOUNTS, 'list', search],
    initialPageParam: '',
    queryFn: ({ pageParam, signal }) => {
      const query = new URLSearchParams();
      if (search) query.set('q', search);
      if (pageParam) query.set('after', pageParam);
      return apiFetch<AccountPage>(`${ADMIN}/accounts?${query.toString()}`, { signal });
    },
    getNextPageParam: ({ nextCursor }) => nextCursor ?? undefined,
    placeholderData: keepPreviousData,
  });
}

/** One account with its figures. */
export function useAccount(id: string) {
  return useQuery({
    queryKey: keyOf(id),
    queryFn: ({ signal }) => apiFetch<AccountDetail>(pathOf(id), { signal }),
  });
}

/** Changes an account; the page shows the change immediately and rolls it back if the server refuses. */
export function useChangeAccount(id: string) {
  const client = useQueryClient();
  const show = (change: Partial<AccountDetail>) =>
    client.setQueryData<AccountDetail>(keyOf(id), (known) => known && { ...known, ...change });
  return useMutation({
    mutationKey: [...CHANGES, id],
    mutationFn: (change: ChangeAccount) => apiFetch<AccountDetail>(pathOf(id), { method: 'PATCH', body: change }),
    onMutate: async (change) => {
      await client.cancelQueries({ queryKey: keyOf(id) });
      const before = client.getQueryData<AccountDetail>(keyOf(id));
      show(change);
      return { before };
    },
    onError: (_failure, change, kept) => {
      if (!kept?.before) return;
      const { tier, pro, blocked, role } = kept.before;
      // Roll back only this change: another one may have been applied in the meantime.
      const back = Object.entries({ tier, pro, blocked, role }).filter(([name]) => name in change);
      show(Object.fromEntries(back));
    },
    onSettled: async () => {
      // The response to the first of two changes does not include the second.
      if (client.isMutating({ mutationKey: CHANGES }) === 1) await client.invalidateQueries({ queryKey: ACCOUNTS });
    },
  });
}

/** Credit as the form sends it. */
export type TypedCredit = { usd: string; kind: GrantedCredit['kind']; reference: string };

/** Credits an account, once per reference. */
export function useGrantCredit(id: string) {
  return useMoney(async (order: TypedCredit) => {
    const granted = await apiFetch<GrantedCredit>(`${pathOf(id)}/credit`, { method: 'POST', body: order });
    forgetUnanswered(id, order.reference);
    return granted;
  });
}

/** Sets an account's stake: an amount of DIEM, or the wallet to read it from. */
export function useSetStake(id: string) {
  return useMoney((order: { diem: string } | { wallet: string }) =>
    apiFetch<Stake>(`${pathOf(id)}/stake`, { method: 'PUT', body: order }),
  );
}

function useMoney<I, O>(mutationFn: (input: I) => Promise<O>) {
  const client = useQueryClient();
  return useMutation({
    mutationFn,
    onSuccess: () =>
      Promise.all([
        client.invalidateQueries({ queryKey: ACCOUNTS }),
        // It may be the owner's own balance.
        client.invalidateQueries({ queryKey: BALANCE_KEY }),
      ]),
  });
}

/** Creates a link that sets a new password. The link is dropped from memory with the component that shows it. */
export function useResetLink(id: string) {
  return useMutation({
    mutationFn: () => apiFetch<Link>(`${pathOf(id)}/reset-link`, { method: 'POST' }),
    gcTime: 0,
  });
}

/** Creates an invitation, or, with an email, an account and a link that sets its first password. */
export function useInvite() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: async (email: string | null): Promise<Link> => {
      if (email === null) return apiFetch<Link>(`${ADMIN}/invites`, { method: 'POST' });
      const request = { method: 'POST', body: { email } } as const;
      return (await apiFetch<{ resetLink: Link }>(`${ADMIN}/accounts`, request)).resetLink;
    },
    onSuccess: () => client.invalidateQueries({ queryKey: ACCOUNTS }),
    gcTime: 0,
  });
}

/** Every model with the health of its upstreams, polled every few seconds while shown. */
export function useModelStates() {
  return useQuery({
    queryKey: ['admin', 'models'],
    queryFn: ({ signal }) => apiFetch<ModelsView>(`${ADMIN}/models`, { signal }),
    refetchInterval: MODELS_EVERY_MS,
  });
}

/** The server-side errors, newest first, one page at a time. */
export function useErrors() {
  return useInfiniteQuery({
    queryKey: ['admin', 'errors'],
    initialPageParam: '',
    queryFn: ({ pageParam, signal }) =>
      apiFetch<ErrorPage>(`${ADMIN}/errors${pageParam && `?before=${encodeURIComponent(pageParam)}`}`, { signal }),
    getNextPageParam: ({ nextCursor }) => nextCursor ?? undefined,
  });
}
