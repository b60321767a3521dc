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
 * The signed-in frame. Who is not signed in reads the open pages in a frame of their own, and else goes to sign in and comes
 * back. A layout stays while one goes from page to page: open pages lead signed-out readers to the sign-in, never
 * straight to a page that is not open.
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
