import type { Metadata } from 'next';
import { ButtonLink } from '@/components/ui/button';

export const metadata: Metadata = { title: 'Page not found' };

/** Shown for a page that the reference does not have. */
export default function DocsNotFound() {
  return (
    <div className="flex flex-col items-start gap-4 py-12">
      <h1 className="text-2xl font-semibold">Page not found</h1>
      <p className="text-lg text-muted">The endpoint may have a different name. The navigation lists every endpoint.</p>
      <ButtonLink href="/docs" kind="primary">
        Go to the quickstart
      </ButtonLink>
    </div>
  );
}
