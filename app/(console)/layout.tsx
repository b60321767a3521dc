import { cookies, headers } from 'next/headers';
import { redirect } from 'next/navigation';
import type { ReactNode } from 'react';
import { ConsoleFrame } from '@/components/frame/console-frame';
import { isOpenPage } from '@/components/frame/navigation/nav-items';
import { RAIL_COOKIE } from '@/components/frame/navigation/rail-cookie';
import { OpenFrame } from '@/components/frame/open/open-frame';
import { PAGE_METADATA } from '@/components/frame/page-metadata';
import { visitorOfPage } from '@/lib/pages/visitor';

/**
 * The layout of the signed-in console. Visitors who are not signed in get public pages in a simpler layout, and
 * otherwise go to sign-in and return. Layouts persist across client-side navigation: public pages link signed-out
 * visitors to sign-in, never directly to a protected page.
 */
export default async function ConsoleLayout({ children }: { children: ReactNode }) {
  const asked = await headers();
  const visitor = await visitorOfPage(asked);
  const path = asked.get(PAGE_METADATA.path) ?? '/chat';
  if (!visitor && isOpenPage(path)) return <OpenFrame>{children}</OpenFrame>;
  if (!visitor) redirect(`/sign-in?next=${encodeURIComponent(path)}`);
  const folded = (await cookies()).get(RAIL_COOKIE)?.value === 'folded';
  return (
    <ConsoleFrame visitor={{ ...visitor, email: visitor.email ?? 'Wallet account' }} folded={folded}>
      {children}
    </ConsoleFrame>
  );
}
