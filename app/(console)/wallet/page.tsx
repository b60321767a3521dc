import type { Metadata } from 'next';
import { headers } from 'next/headers';
import { notFound } from 'next/navigation';
import { PAGE_METADATA } from '@/components/frame/page-metadata';
import { WalletView } from '@/components/wallet/wallet-view';
import { visitorOfPage } from '@/lib/pages/visitor';

export const metadata: Metadata = { title: 'Wallet' };

/** Adds credit with USDC. */
export default async function WalletPage() {
  const sent = await headers();
  const visitor = await visitorOfPage(sent);
  // The layout has sent signed-out visitors to the sign-in page.
  if (!visitor) notFound();
  return (
    <WalletView accountId={visitor.accountId} role={visitor.role} origin={sent.get(PAGE_METADATA.publicOrigin) ?? ''} />
  );
}
