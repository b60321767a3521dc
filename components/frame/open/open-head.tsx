import Link from 'next/link';
import { ButtonLink } from '@/components/ui/button';
import { Brand } from '../brand';
import { MoneyMark } from '../money-mark';
import { ThemeMenu } from '../theme-menu';

/** The header of public pages: logo, models, sign-in. */
export function OpenHead({ signedIn }: { signedIn: boolean }) {
  return (
    <>
      <header className="mx-auto flex h-topbar max-w-console items-center gap-1 px-4 md:px-6">
        <Link href="/" prefetch={false} aria-label="Farebox home" className="rounded-control">
          <Brand />
        </Link>
        <div className="flex-1" />
        <MoneyMark className="max-sm:hidden" />
        <ButtonLink href="/models" kind="plain" className="px-3">
          Models
        </ButtonLink>
        <ButtonLink href="/docs" kind="plain" className="px-3">
          Docs
        </ButtonLink>
        <ThemeMenu />
        {signedIn ? null : (
          <ButtonLink href="/sign-in" kind="plain" className="px-3">
            Sign in
          </ButtonLink>
        )}
      </header>
      {/* Phones have no space left in the row above. */}
      <div className="px-4 empty:hidden sm:hidden">
        <MoneyMark />
      </div>
    </>
  );
}
