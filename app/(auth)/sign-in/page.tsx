import type { Metadata } from 'next';
import { SignInForm } from '@/components/account/sign-in-form';
import { safeNext } from '@/components/frame/page-facts';

export const metadata: Metadata = { title: 'Sign in' };

/** Sign-in; `next` is where it leads, `changed` that the password was just set. */
export default async function SignInPage({
  searchParams,
}: {
  searchParams: Promise<Record<string, string | string[]>>;
}) {
  const { next, changed } = await searchParams;
  return (
    <SignInForm
      next={safeNext(typeof next === 'string' ? next : null)}
      notice={changed ? 'The password is set. Sign in with it.' : undefined}
    />
  );
}
