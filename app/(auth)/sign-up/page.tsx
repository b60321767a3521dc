import type { Metadata } from 'next';
import { SignUpGate } from '@/components/account/sign-up-gate';

export const metadata: Metadata = { title: 'Create an account' };

/** Sign-up; `invite` is an invitation link's token. */
export default async function SignUpPage({
  searchParams,
}: {
  searchParams: Promise<Record<string, string | string[]>>;
}) {
  const { invite } = await searchParams;
  return <SignUpGate invite={typeof invite === 'string' ? invite : undefined} />;
}
