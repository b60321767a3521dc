import { cookies, headers } from 'next/headers';
import { redirect } from 'next/navigation';
import type { ReactNode } from 'react';
import { ConsoleFrame } from '@/components/frame/console-frame';
import { RAIL_COOKIE } from '@/components/frame/navigation/rail-cookie';
import { PAGE_FACTS } from '@/components/frame/page-facts';
import { findVisitor } from '@/lib/accounts/visitor';

/** The signed-in frame; who is not signed in goes to sign in and comes back. */
export default async function ConsoleLayout({ children }: { children: ReactNode }) {
  const asked = await headers();
  const visitor = await findVisitor(asked.get('cookie'));
  if (!visitor) redirect(`/sign-in?next=${encodeURIComponent(asked.get(PAGE_FACTS.path) ?? '/chat')}`);
  const folded = (await cookies()).get(RAIL_COOKIE)?.value === 'folded';
  return (
    <ConsoleFrame visitor={{ email: visitor.email, role: visitor.role }} folded={folded}>
      {children}
    </ConsoleFrame>
  );
}
