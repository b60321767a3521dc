import { headers } from 'next/headers';
import type { ReactNode } from 'react';
import { DocsFrame } from '@/components/docs/frame/docs-frame';
import { findReference } from '@/lib/openapi/reference/shared';
import { visitorOfPage } from '@/lib/pages/visitor';

/** The layout of the API reference, public. */
export default async function DocsLayout({ children }: { children: ReactNode }) {
  const [{ groups, version }, visitor] = await Promise.all([findReference(), visitorOfPage(await headers())]);
  return (
    <DocsFrame groups={groups} version={version} signedIn={visitor !== null}>
      {children}
    </DocsFrame>
  );
}
