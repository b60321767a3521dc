import { headers } from 'next/headers';
import { PAGE_METADATA } from '@/components/frame/page-metadata';
import { Landing } from '@/components/landing/landing';
import { visitorOfPage } from '@/lib/pages/visitor';

/** The start page, public. */
export default async function StartPage() {
  const asked = await headers();
  const visitor = await visitorOfPage(asked);
  return (
    <Landing
      signedIn={visitor !== null}
      origin={asked.get(PAGE_METADATA.publicOrigin) ?? ''}
      serviceId={asked.get(PAGE_METADATA.serviceId) ?? 'svc'}
    />
  );
}
