import type { Metadata } from 'next';
import { headers } from 'next/headers';
import { redirect } from 'next/navigation';
import { refusalSentence, settingsOfRefusal } from '@/components/account/refusal-sentence';
import { SignInForm } from '@/components/account/sign-in-form';
import { safeNext } from '@/components/frame/page-metadata';
import { visitorOfPage } from '@/lib/pages/visitor';

export const metadata: Metadata = { title: 'Sign in' };

/** Notices about what has just happened elsewhere, by query parameter. */
const NOTICES = {
  changed: 'Password set. Sign in with it.',
  ended: 'All browsers are signed out of your account. Sign in to continue.',
  deleted: 'Your account was deleted, and you are signed out.',
} as const;

/**
 * Sign-in. `next` is where it leads, the keys of `NOTICES` say what led here, and `error` says why a sign-in with
 * another service failed. Signed-in visitors see that in the settings.
 */
export default async function SignInPage({
  searchParams,
}: {
  searchParams: Promise<Record<string, string | string[]>>;
}) {
  const asked = await searchParams;
  const { next, error, service } = asked;
  const elsewhere = settingsOfRefusal(error, service);
  if (elsewhere && (await visitorOfPage(await headers()))) redirect(elsewhere);
  const happened = (['changed', 'ended', 'deleted'] as const).find((name) => asked[name] !== undefined);
  return (
    <SignInForm
      next={safeNext(typeof next === 'string' ? next : null)}
      refusal={refusalSentence(error, service)}
      notice={happened && NOTICES[happened]}
    />
  );
}
