import type { Metadata } from 'next';
import { headers } from 'next/headers';
import { SearchPage } from '@/components/search/search-page';
import { visitorOfPage } from '@/lib/pages/visitor';

export const metadata: Metadata = { title: 'Search' };

/** Web search for people, paid from the balance. */
export default async function Page() {
  const visitor = await visitorOfPage(await headers());
  return visitor ? <SearchPage key={visitor.accountId} accountId={visitor.accountId} /> : null;
}
