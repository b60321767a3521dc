'use client';

import { useAddress } from '@/components/ui/use-address';

const VIEWS = ['accounts', 'models', 'errors'] as const;

/** A tab of the owner's page. */
export type View = (typeof VIEWS)[number];

/** The page's state as stored in its URL, so that every view can be shared and survives a reload. */
export type AdminLocation = {
  view: View;
  search: string;
  /** The ID of the open account. */
  account: string | null;
};

type Name = 'view' | 'q' | 'account';

/** Reads and writes the page's URL. */
export function useAdminLocation() {
  const { params, ...address } = useAddress<Name>('account');
  const view = params.get('view');
  const location: AdminLocation = {
    view: VIEWS.find((known) => known === view) ?? 'accounts',
    search: params.get('q') ?? '',
    account: params.get('account'),
  };
  return { location, ...address };
}
