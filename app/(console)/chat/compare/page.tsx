import type { Metadata } from 'next';
import { headers } from 'next/headers';
import { ComparePage } from '@/components/chat/compare/compare-page';
import { visitorOfPage } from '@/lib/pages/visitor';

export const metadata: Metadata = { title: 'Compare models' };

/** One prompt to two or three models, side by side. The layout only admits signed-in visitors. */
export default async function Page() {
  const visitor = await visitorOfPage(await headers());
  return visitor ? <ComparePage key={visitor.accountId} accountId={visitor.accountId} /> : null;
}
