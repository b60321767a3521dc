import { ButtonLink } from '@/components/ui/button';
import { PageColumn } from '../page-header';

/** An address of the console that leads nowhere, inside the frame. */
export function PageMissing() {
  return (
    <PageColumn>
      <div className="flex max-w-prose flex-col gap-2">
        <h1 className="text-xl font-semibold">Nothing is at this address</h1>
        <p className="text-muted">
          The page may have moved, the address may have a typing error, or it is not for your account.
        </p>
      </div>
      <div className="flex flex-wrap gap-3">
        <ButtonLink href="/chat" kind="primary">
          Open the chat
        </ButtonLink>
        <ButtonLink href="/">Go to the start page</ButtonLink>
      </div>
    </PageColumn>
  );
}
