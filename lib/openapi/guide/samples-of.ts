import type { Block, DocsPage } from '../contract';

/**
 * The samples of an operation's example as a block; none if the operation is not described.
 * @param operationId as in the API description
 * @param name of the example
 */
export function samplesOf(pages: readonly DocsPage[], operationId: string, name: string, label: string): Block[] {
  const operations = pages.flatMap((page) => (page.kind === 'operation' ? [page.operation] : []));
  const requests = operations.find(({ id }) => id === operationId)?.requests ?? [];
  const samples = requests.find((request) => request.name === name)?.samples ?? [];
  return samples.length > 0 ? [{ kind: 'samples', label, samples }] : [];
}
