import type { Metadata } from 'next';
import { headers } from 'next/headers';
import { notFound } from 'next/navigation';
import { DocsArticle } from '@/components/docs/article/docs-article';
import { findDocsPage, findReference } from '@/lib/openapi/reference/shared';
import { visitorOfPage } from '@/lib/pages/visitor';

type Params = { params: Promise<{ page: string }> };

export async function generateMetadata({ params }: Params): Promise<Metadata> {
  const { page: slug } = await params;
  const page = await findDocsPage(slug);
  if (!page) return { title: 'Page not found' };
  return {
    title: page.title.replaceAll('`', ''),
    description: page.summary.replaceAll('`', ''),
    alternates: { types: { 'text/markdown': `/docs/${slug}.md` } },
  };
}

/** A page of the API reference: a guide or one endpoint. */
export default async function DocsPageRoute({ params }: Params) {
  const { page: slug } = await params;
  const [page, reference] = await Promise.all([findDocsPage(slug), findReference()]);
  if (!page || slug === '') notFound();
  const visitor = await visitorOfPage(await headers());
  return <DocsArticle page={page} reference={reference} signedIn={visitor !== null} />;
}
