import type { DocsPage } from '@/lib/openapi/contract';
import { Blocks } from './blocks';
import { CopyPage } from './copy-page';
import { Heading } from './heading';
import { Inline } from './inline';
import { OperationView } from './operation-view';

/**
 * One page of the API reference.
 * @param origin the installation's configured origin
 */
export function DocsArticle({ page, origin, signedIn }: { page: DocsPage; origin: string; signedIn: boolean }) {
  const markdown = `/docs/${page.slug === '' ? 'quickstart' : page.slug}.md`;
  const lead = page.kind === 'guide' ? page.summary : page.detail;
  return (
    <article className="flex flex-col gap-8">
      <header className="flex flex-col gap-3">
        <div className="flex flex-wrap items-start justify-between gap-x-6 gap-y-3">
          <h1 className="max-w-measure text-2xl font-semibold text-balance">
            <Inline text={page.title} />
          </h1>
          <CopyPage path={markdown} />
        </div>
        {lead ? (
          <p className="max-w-prose text-lg text-muted">
            <Inline text={lead} />
          </p>
        ) : null}
      </header>
      {page.kind === 'operation' ? (
        <OperationView operation={page.operation} origin={origin} signedIn={signedIn} />
      ) : (
        page.sections.map(({ id, title, blocks }) => (
          <section key={id} aria-labelledby={id} className="flex max-w-guide flex-col gap-4">
            <Heading id={id}>{title}</Heading>
            <Blocks blocks={blocks} origin={origin} />
          </section>
        ))
      )}
    </article>
  );
}
