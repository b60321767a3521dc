import type { DocsPage, Operation } from '@/lib/openapi/contract';

/** A section of a page: its anchor and title. */
export type PageSection = { id: string; title: string };

/** The sections of a page that have an anchor, in order. */
export function sectionsOf(page: DocsPage): PageSection[] {
  if (page.kind === 'guide') return page.sections.map(({ id, title }) => ({ id, title: title.replaceAll('`', '') }));
  return sectionsOfOperation(page.operation);
}

function sectionsOfOperation({ parameters, body, answer, headers }: Operation): PageSection[] {
  return [
    ...parameters.map(({ title }) => ({ id: title.toLowerCase(), title })),
    ...(body ? [{ id: 'body', title: 'Body' }] : []),
    ...(answer ? [{ id: 'answer', title: 'Response' }] : []),
    ...(answer?.chunk ? [{ id: 'event', title: 'Stream event' }] : []),
    ...(headers.length > 0 ? [{ id: 'answer-headers', title: 'Response headers' }] : []),
    { id: 'errors', title: 'Errors' },
  ];
}
