'use client';

import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { startAtService } from '@/components/account/enter';
import type { ServiceList } from '@/lib/accounts/contract';
import type { SignInServiceName } from '@/lib/core/sign-in-services';
import { apiFetch } from '@/lib/client/api';

const PATH = '/api/console/account/identities';
const KEY = ['account', 'identities'];

/** The services that can sign in to the account, and those that can be connected. */
export function useServices() {
  return useQuery({ queryKey: KEY, queryFn: ({ signal }) => apiFetch<ServiceList>(PATH, { signal }) });
}

/** Goes to a service and returns to the current page, connected. */
export function useConnectService() {
  return useMutation({
    mutationFn: (service: SignInServiceName) => startAtService(service, window.location.pathname),
  });
}

/** Ends a connection. */
export function useDisconnectService() {
  const queries = useQueryClient();
  return useMutation({
    mutationFn: (service: SignInServiceName) => apiFetch(`${PATH}/${service}`, { method: 'DELETE' }),
    onSettled: () => queries.invalidateQueries({ queryKey: KEY }),
  });
}
