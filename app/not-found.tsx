import type { Metadata } from 'next';
import { Statement } from '@/components/frame/statement';
import { ButtonLink } from '@/components/ui/button';

export const metadata: Metadata = { title: 'Page not found' };

/** Shown for URLs that do not exist. */
export default function NotFound() {
  return (
    <Statement
      title="Page not found"
      sentence="The page may have moved, or the address may be misspelled. Nothing was charged."
    >
      <ButtonLink href="/chat" kind="primary">
        Open chat
      </ButtonLink>
      <ButtonLink href="/docs">API reference</ButtonLink>
      <ButtonLink href="/">Go to home page</ButtonLink>
    </Statement>
  );
}
