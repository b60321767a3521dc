import { classNames } from '@/components/ui/class-names';
import type { DocsPage, Reference } from '@/lib/openapi/contract';
import { Blocks } from './blocks';
import { CopyPage } from './copy-page';
import { Heading } from './heading';
import { Inline } from './inline';
import { OnThisPage } from './on-this-page';
import { OperationView } from './operation-view';
import { PageSteps } from './page-steps';
import { sectionsOf } from './sections-of';

/**
 * One page of the API reference: its text, links to its sections, and to the pages before and after it.
 * @param reference the whole reference: the order of its pages, and the installation's configured origin
 */
export function DocsArticle({
  page,
  reference: { groups, origin },
  signedIn,
}: {
  page: DocsPage;
  reference: Pick<Reference, 'groups' | 'origin'>;
  signedIn: boolean;
}) {
  const isGuide = page.kind === 'guide';
  return (
    <article
      className={classNames(
        'flex flex-col gap-8',
        isGuide && 'xl:grid xl:grid-cols-[minmax(0,1fr)_13rem] xl:gap-x-12 xl:gap-y-8',
      )}
    >
      <PageHead page={page} />
      <OnThisPage sections={sectionsOf(page)} aside={isGuide} />
      {isGuide ? (
        <div className="flex min-w-0 flex-col gap-10">
          {page.sections.map(({ id, title, blocks }) => (
            <section key={id} aria-labelledby={id} className="flex max-w-guide flex-col gap-4">
              <Heading id={id}>{title}</Heading>
              <Blocks blocks={blocks} origin={origin} />
            </section>
          ))}
        </div>
      ) : (
        <OperationView operation={page.operation} origin={origin} signedIn={signedIn} />
      )}
      <PageSteps groups={groups} slug={page.slug} />
    </article>
  );
}

function PageHead({ page }: { page: DocsPage }) {
  const lead = page.kind === 'guide' ? page.summary : page.detail;
  return (
    <header className="flex min-w-0 flex-col gap-3">
      <div className="flex flex-wrap items-start justify-between gap-x-6 gap-y-3">
        <h1 className="max-w-measure text-2xl font-semibold text-balance">
          <Inline text={page.title} />
        </h1>
        <CopyPage path={`/docs/${page.slug === '' ? 'quickstart' : page.slug}.md`} />
      </div>
      {lead ? (
        <p className="max-w-prose text-lg text-muted">
          <Inline text={lead} />
        </p>
      ) : null}
    </header>
  );
}
