import { ButtonLink } from '@/components/ui/button';
import { PageColumn } from '../page-header';

/** Shown inside the layout for a console URL that does not exist. */
export function PageMissing() {
  return (
    <PageColumn>
      <div className="flex max-w-prose flex-col gap-2">
        <h1 className="text-xl font-semibold">Page not found</h1>
        <p className="text-muted">
          The page may have moved, the address may be misspelled, or your account has no access to it.
        </p>
      </div>
      <div className="flex flex-wrap gap-3">
        <ButtonLink href="/chat" kind="primary">
          Open chat
        </ButtonLink>
        <ButtonLink href="/">Go to home page</ButtonLink>
      </div>
    </PageColumn>
  );
}
