import type { Metadata } from 'next';
import { headers } from 'next/headers';
import { PAGE_METADATA } from '@/components/frame/page-metadata';
import { StartView } from '@/components/start/start-view';
import { visitorOfPage } from '@/lib/pages/visitor';

export const metadata: Metadata = { title: 'Get started' };

/** The first steps of an account; for an owner, first of all the models. The layout only admits signed-in visitors. */
export default async function StartPage() {
  const pageHeaders = await headers();
  const visitor = await visitorOfPage(pageHeaders);
  if (visitor === null) return null;
  return (
    <StartView
      key={visitor.accountId}
      accountId={visitor.accountId}
      role={visitor.role}
      origin={pageHeaders.get(PAGE_METADATA.publicOrigin) ?? ''}
      serviceId={pageHeaders.get(PAGE_METADATA.serviceId) ?? 'svc'}
    />
  );
}
