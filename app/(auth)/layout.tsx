import Link from 'next/link';
import type { ReactNode } from 'react';
import { Brand } from '@/components/frame/brand';
import { MoneyMark } from '@/components/frame/money-mark';
import { ThemeMenu } from '@/components/frame/theme-menu';
import { ButtonLink } from '@/components/ui/button';

/** The layout of the sign-in pages: logo, theme, one column. */
export default function AuthLayout({ children }: { children: ReactNode }) {
  return (
    <div className="flex min-h-dvh flex-col">
      <header className="flex h-topbar items-center justify-between px-4 md:px-6">
        <Link href="/" prefetch={false} aria-label="Farebox home" className="rounded-control">
          <Brand />
        </Link>
        <div className="flex items-center gap-1">
          <MoneyMark />
          <ButtonLink href="/docs" kind="plain">
            Docs
          </ButtonLink>
          <ThemeMenu />
        </div>
      </header>
      <main id="main" className="flex flex-1 justify-center px-4 pt-8 pb-12 sm:pt-[14vh]">
        {children}
      </main>
    </div>
  );
}
