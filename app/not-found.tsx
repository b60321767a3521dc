import type { Metadata } from 'next';
import { Statement } from '@/components/frame/statement';
import { ButtonLink } from '@/components/ui/button';

export const metadata: Metadata = { title: 'Nothing here' };

/** The page of an address that leads nowhere. */
export default function NotFound() {
  return (
    <Statement
      title="Nothing is at this address"
      sentence="The page may have moved, or the address has a typing error. Nothing was charged."
    >
      <ButtonLink href="/chat" kind="primary">
        Open the chat
      </ButtonLink>
      <ButtonLink href="/docs">API reference</ButtonLink>
      <ButtonLink href="/">Go to the start page</ButtonLink>
    </Statement>
  );
}
