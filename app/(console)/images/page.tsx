import type { Metadata } from 'next';
import { headers } from 'next/headers';
import { ImagesPage } from '@/components/images/images-page';
import { visitorOfPage } from '@/lib/pages/visitor';

export const metadata: Metadata = { title: 'Images' };

/** The image studio: the visitor's images in this browser, paid from the balance. */
export default async function Page() {
  const visitor = await visitorOfPage(await headers());
  return visitor ? <ImagesPage key={visitor.accountId} accountId={visitor.accountId} /> : null;
}
