'use client';

import Link from 'next/link';
import { lazy, useEffect, useEffectEvent, useState, type ReactNode } from 'react';
import { ChunkBoundary } from '@/components/ui/lazy/chunk-boundary';
import { lazyWithPreload } from '@/components/ui/lazy/lazy-with-preload';
import { useFirstInteraction } from '@/components/ui/lazy/use-first-interaction';
import { BalanceChip } from './balance-chip';
import { BrandMark } from './brand';
import { useShortcuts } from './keyboard/use-shortcuts';
import { AccountMenu } from './menus/account-menu';
import { ThemeMenu } from './theme-menu';
import { BottomBar } from './navigation/bottom-bar';
import { Rail } from './navigation/rail';
import { RAIL_COOKIE } from './navigation/rail-cookie';
import { ConnectionBar } from './notices/connection-bar';
import { SessionBar } from './notices/session-bar';
import { HeldKeys } from './palette/held-keys';
import { PaletteButton } from './palette/palette-button';
import { SkipLink } from './skip-link';

// What floats is fetched when the page is first touched or it is first opened: the page itself must come fast.
const [Palette, fetchPalette] = lazyWithPreload(() => import('./palette/palette'));
const fetchAhead = () => void fetchPalette();
const ShortcutsSheet = lazy(() => import('./keyboard/shortcuts-sheet'));

const YEAR_SECONDS = 31_536_000;

/** Who is signed in, as the frame shows it. */
export type FrameVisitor = { accountId: string; name: string | null; email: string; role: 'owner' | 'member' };

/**
 * The signed-in frame. It fills the window exactly; its `main` scrolls, or a page that wants its own panes
 * (chat) takes `h-full` of it.
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
    // A cookie and not local storage: the server draws the right width at once.
    document.cookie = `${RAIL_COOKIE}=${next ? 'folded' : 'open'}; path=/; max-age=${YEAR_SECONDS}; samesite=lax`;
  };
  return (
    <div className="flex h-dvh flex-col overflow-hidden">
      <SkipLink />
      <div className="flex min-h-0 flex-1">
        <Rail role={role} folded={folded} onFold={fold} />
        <div className="flex min-w-0 flex-1 flex-col">
          <header className="flex h-topbar shrink-0 items-center gap-1 border-b border-line px-4 md:px-6">
            <Link href="/" prefetch={false} aria-label="Farebox home" className="rounded-control md:hidden">
              <BrandMark />
            </Link>
            <div className="flex-1 md:hidden" />
            <PaletteButton onOpen={openPalette} />
            <div className="flex-1 max-md:hidden" />
            <BalanceChip />
            <ThemeMenu className="max-md:hidden" />
            <AccountMenu visitor={visitor} onShortcuts={openShortcuts} />
          </header>
          <ConnectionBar />
          <SessionBar accountId={visitor.accountId} />
          <main id="main" tabIndex={-1} className="min-h-0 flex-1 overflow-y-auto outline-none">
            {children}
          </main>
        </div>
      </div>
      <BottomBar role={role} />
      {floating === 'palette' ? <HeldKeys onType={setTyped} onLeave={closePalette} /> : null}
      <ChunkBoundary errorFallback={floating === 'palette' ? <AtOnce act={closePalette} /> : null}>
        {used.has('palette') ? (
          <Palette
            open={floating === 'palette'}
            onOpenChange={(open) => (open ? openPalette() : closePalette())}
            typed={typed}
            onType={setTyped}
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

/** In place of what did not come: it is not open then. */
function AtOnce({ act }: { act: () => void }) {
  const now = useEffectEvent(act);
  useEffect(() => now(), []);
  return null;
}

type Floating = 'palette' | 'shortcuts';

/** What floats over the console, and what did: that stays, so that it can leave softly. */
function useFloating() {
  const [floating, setFloating] = useState<Floating | null>(null);
  const [used, setUsed] = useState<ReadonlySet<Floating>>(new Set());
  const show = (name: Floating | null) => {
    setFloating(name);
    if (name !== null) setUsed((before) => new Set(before).add(name));
  };
  return { floating, used, show };
}
