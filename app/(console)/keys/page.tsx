import type { Metadata } from 'next';
import { headers } from 'next/headers';
import { NuqsAdapter } from 'nuqs/adapters/next/app';
import { PAGE_METADATA } from '@/components/frame/page-metadata';
import { KeysView } from '@/components/keys/keys-view';

export const metadata: Metadata = { title: 'Keys' };

/** The visitor's API keys. */
export default async function KeysPage() {
  const pageHeaders = await headers();
  return (
    <NuqsAdapter>
      <KeysView
        origin={pageHeaders.get(PAGE_METADATA.publicOrigin) ?? ''}
        serviceId={pageHeaders.get(PAGE_METADATA.serviceId) ?? 'svc'}
      />
    </NuqsAdapter>
  );
}
