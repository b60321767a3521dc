import Link from 'next/link';
import type { ReactNode } from 'react';
import { Brand } from '@/components/frame/brand';
import { MoneyMark } from '@/components/frame/money-mark';
import { SkipLink } from '@/components/frame/skip-link';
import { ThemeMenu } from '@/components/frame/theme-menu';
import { ButtonLink } from '@/components/ui/button';
import type { Reference } from '@/lib/openapi/contract';
import { DocsNav } from './docs-nav';

/** The layout of the reference: logo, sign-in, and all pages in a sidebar, which is collapsed on phones. */
export function DocsFrame({
  groups,
  version,
  signedIn,
  children,
}: Pick<Reference, 'groups' | 'version'> & { signedIn: boolean; children: ReactNode }) {
  return (
    <div className="min-h-dvh">
      <SkipLink />
      <header className="sticky top-0 z-20 flex h-topbar items-center gap-1 border-b border-line bg-paper px-4 md:px-6">
        <Link href="/" prefetch={false} aria-label="Farebox home" className="rounded-control">
          <Brand />
        </Link>
        <Link
          href="/docs"
          prefetch={false}
          className="ml-2 rounded-control border-l border-line px-3 py-1 text-muted hover:text-ink"
        >
          API reference
        </Link>
        <div className="flex-1" />
        <MoneyMark className="max-sm:hidden" />
        <ThemeMenu />
        <ButtonLink href={signedIn ? '/chat' : '/sign-in?next=/docs'} prefetch={false} kind="plain">
          {signedIn ? 'Console' : 'Sign in'}
        </ButtonLink>
      </header>
      <div className="px-4 pt-3 empty:hidden sm:hidden">
        <MoneyMark />
      </div>
      <div className="mx-auto max-w-docs md:grid md:grid-cols-[15.5rem_minmax(0,1fr)]">
        <DocsNav groups={groups} version={version} />
        <main id="main" tabIndex={-1} className="min-w-0 px-4 pt-6 pb-24 outline-none md:px-8 md:pt-8">
          {children}
        </main>
      </div>
    </div>
  );
}
