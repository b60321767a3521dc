import type { Metadata } from 'next';
import { notFound } from 'next/navigation';
import { DocsArticle } from '@/components/docs/article/docs-article';
import { findDocsPage, findReference } from '@/lib/openapi/reference/shared';

export const metadata: Metadata = {
  title: 'API reference',
  alternates: { types: { 'text/markdown': '/docs/quickstart.md' } },
};

/** The start of the API reference: the quickstart. */
export default async function DocsStartPage() {
  const [page, reference] = await Promise.all([findDocsPage(''), findReference()]);
  return page ? <DocsArticle page={page} reference={reference} signedIn={false} /> : notFound();
}
