'use client';

import { useAddress } from '@/components/ui/use-address';

const VIEWS = ['accounts', 'providers', 'wallets', 'models', 'errors'] as const;
const PAYMENTS = ['open', 'failed', 'credited'] as const;

/** A tab of the owner's page. */
export type View = (typeof VIEWS)[number];

/** Which payments are listed; null for all. */
export type PaymentsState = (typeof PAYMENTS)[number] | null;

/** The page's state as stored in its URL, so that every view can be shared and survives a reload. */
export type AdminLocation = {
  view: View;
  search: string;
  /** The ID of the open account. */
  account: string | null;
  payments: PaymentsState;
  /** The name of the open provider, and the key of the open model. */
  provider: string | null;
  model: string | null;
};

type Name = 'view' | 'q' | 'account' | 'payments' | 'provider' | 'model';

/** Reads and writes the page's URL. */
export function useAdminLocation() {
  const { params, ...address } = useAddress<Name>('account');
  const view = params.get('view');
  const payments = params.get('payments');
  const location: AdminLocation = {
    view: VIEWS.find((known) => known === view) ?? 'accounts',
    search: params.get('q') ?? '',
    account: params.get('account'),
    payments: PAYMENTS.find((known) => known === payments) ?? null,
    provider: params.get('provider'),
    model: params.get('model'),
  };
  return { location, ...address };
}
