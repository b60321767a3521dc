'use client';

import Link from 'next/link';
import { lazy, useEffect, useEffectEvent, useState, type ReactNode } from 'react';
import { ChunkBoundary } from '@/components/ui/lazy/chunk-boundary';
import { lazyWithPreload } from '@/components/ui/lazy/lazy-with-preload';
import { useFirstInteraction } from '@/components/ui/lazy/use-first-interaction';
import { BalanceChip } from './balance-chip';
import { BrandMark } from './brand';
import { MoneyMark } from './money-mark';
import { useShortcuts } from './keyboard/use-shortcuts';
import { AccountMenu } from './menus/account-menu';
import { ThemeMenu } from './theme-menu';
import { BottomBar } from './navigation/bottom-bar';
import { Rail } from './navigation/rail';
import { RAIL_COOKIE } from './navigation/rail-cookie';
import { ConnectionBar } from './notices/connection-bar';
import { SessionBar } from './notices/session-bar';
import { TypeAhead } from './palette/type-ahead';
import { PaletteButton } from './palette/palette-button';
import { SkipLink } from './skip-link';

// Dialogs load on the first interaction with the page or when first opened, to keep the page itself fast.
const [Palette, fetchPalette] = lazyWithPreload(() => import('./palette/palette'));
const fetchAhead = () => void fetchPalette();
const ShortcutsSheet = lazy(() => import('./keyboard/shortcuts-sheet'));

const YEAR_SECONDS = 31_536_000;

/** The signed-in visitor. */
export type FrameVisitor = { accountId: string; name: string | null; email: string; role: 'owner' | 'member' };

/**
 * The layout of the signed-in console. It fills the window exactly; `main` scrolls, and a page with its own panes
 * (chat) uses `h-full`.
 */
export function ConsoleFrame({
  visitor,
  folded: foldedAtFirst,
  children,
}: {
  visitor: FrameVisitor;
  folded: boolean;
  children: ReactNode;
}) {
  const { role } = visitor;
  const [folded, setFolded] = useState(foldedAtFirst);
  const { floating, used, show } = useFloating();
  const [typed, setTyped] = useState('');
  useFirstInteraction(fetchAhead);
  const openShortcuts = () => show('shortcuts');
  const openPalette = () => {
    setTyped('');
    show('palette');
  };
  const closePalette = () => show(null);
  useShortcuts({ role, onPalette: openPalette, onShortcuts: openShortcuts });
  const fold = (next: boolean) => {
    setFolded(next);
    // A cookie instead of localStorage, so that the server renders the right width immediately.
    document.cookie = `${RAIL_COOKIE}=${next ? 'folded' : 'open'}; path=/; max-age=${YEAR_SECONDS}; samesite=lax`;
  };
  return (
    <div className="flex h-dvh flex-col overflow-hidden print:block print:h-auto print:overflow-visible">
      <SkipLink />
      <div className="flex min-h-0 flex-1 print:block">
        <Rail accountId={visitor.accountId} role={role} folded={folded} onFold={fold} />
        <div className="flex min-w-0 flex-1 flex-col print:block">
          <header className="flex h-topbar shrink-0 items-center gap-1 border-b border-line px-4 md:px-6 print:hidden">
            <Link href="/" prefetch={false} aria-label="Farebox home" className="rounded-control md:hidden">
              <BrandMark />
            </Link>
            <div className="flex-1 md:hidden" />
            <PaletteButton onOpen={openPalette} />
            <div className="flex-1 max-md:hidden" />
            <MoneyMark className="mr-1" />
            <BalanceChip />
            <ThemeMenu className="max-md:hidden" />
            <AccountMenu visitor={visitor} onShortcuts={openShortcuts} />
          </header>
          <ConnectionBar />
          <SessionBar accountId={visitor.accountId} />
          <main id="main" tabIndex={-1} className="min-h-0 flex-1 overflow-y-auto outline-none print:overflow-visible">
            {children}
          </main>
        </div>
      </div>
      <BottomBar accountId={visitor.accountId} role={role} />
      {floating === 'palette' ? <TypeAhead onType={setTyped} onLeave={closePalette} /> : null}
      <ChunkBoundary errorFallback={floating === 'palette' ? <RunOnMount act={closePalette} /> : null}>
        {used.has('palette') ? (
          <Palette
            open={floating === 'palette'}
            onOpenChange={(open) => (open ? openPalette() : closePalette())}
            typed={typed}
            onType={setTyped}
            accountId={visitor.accountId}
            role={role}
            onShortcuts={openShortcuts}
          />
        ) : null}
      </ChunkBoundary>
      <ChunkBoundary>
        {used.has('shortcuts') ? (
          <ShortcutsSheet
            open={floating === 'shortcuts'}
            onOpenChange={(open) => show(open ? 'shortcuts' : null)}
            role={role}
          />
        ) : null}
      </ChunkBoundary>
    </div>
  );
}

/** Fallback for a dialog whose code failed to load: marks it as closed. */
function RunOnMount({ act }: { act: () => void }) {
  const now = useEffectEvent(act);
  useEffect(() => now(), []);
  return null;
}

type Floating = 'palette' | 'shortcuts';

/** Which dialogs are open, and which ones have been opened: those stay mounted for their closing animation. */
function useFloating() {
  const [floating, setFloating] = useState<Floating | null>(null);
  const [used, setUsed] = useState<ReadonlySet<Floating>>(new Set());
  const show = (name: Floating | null) => {
    setFloating(name);
    if (name !== null) setUsed((before) => new Set(before).add(name));
  };
  return { floating, used, show };
}
