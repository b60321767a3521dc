import type { Metadata } from 'next';
import { ButtonLink } from '@/components/ui/button';

export const metadata: Metadata = { title: 'Nothing here' };

/** A page that the reference does not have. */
export default function DocsNotFound() {
  return (
    <div className="flex flex-col items-start gap-4 py-12">
      <h1 className="text-2xl font-semibold">The reference has no such page</h1>
      <p className="text-lg text-muted">The endpoint may have another name. The list at the side has all of them.</p>
      <ButtonLink href="/docs" kind="primary">
        Go to the quickstart
      </ButtonLink>
    </div>
  );
}
