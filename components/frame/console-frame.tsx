'use client';

import Link from 'next/link';
import { useState, type ReactNode } from 'react';
import { AccountMenu } from './account-menu';
import { BalanceChip } from './balance-chip';
import { BottomBar } from './navigation/bottom-bar';
import { BrandMark } from './brand';
import { Rail } from './navigation/rail';
import { RAIL_COOKIE } from './navigation/rail-cookie';
import { SkipLink } from './skip-link';
import { ThemeMenu } from './theme-menu';

const YEAR_SECONDS = 31_536_000;

/**
 * The signed-in frame. It fills the window exactly; its `main` scrolls, or a page that wants its own panes
 * (chat) takes `h-full` of it.
 */
export function ConsoleFrame({
  visitor,
  folded: foldedAtFirst,
  children,
}: {
  visitor: { email: string; role: 'owner' | 'member' };
  folded: boolean;
  children: ReactNode;
}) {
  const [folded, setFolded] = useState(foldedAtFirst);
  const fold = (next: boolean) => {
    setFolded(next);
    // A cookie and not local storage: the server draws the right width at once.
    document.cookie = `${RAIL_COOKIE}=${next ? 'folded' : 'open'}; path=/; max-age=${YEAR_SECONDS}; samesite=lax`;
  };
  return (
    <div className="flex h-dvh flex-col overflow-hidden">
      <SkipLink />
      <div className="flex min-h-0 flex-1">
        <Rail folded={folded} onFold={fold} />
        <div className="flex min-w-0 flex-1 flex-col">
          <header className="flex h-topbar shrink-0 items-center gap-1 border-b border-line px-4 md:px-6">
            <Link href="/" prefetch={false} aria-label="Farebox, start page" className="rounded-control md:hidden">
              <BrandMark />
            </Link>
            <div className="flex-1" />
            <BalanceChip />
            <ThemeMenu />
            <AccountMenu email={visitor.email} role={visitor.role} />
          </header>
          <main id="main" tabIndex={-1} className="min-h-0 flex-1 overflow-y-auto outline-none">
            {children}
          </main>
        </div>
      </div>
      <BottomBar />
    </div>
  );
}
