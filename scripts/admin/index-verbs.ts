import { resolve } from 'node:path';
import type { Command } from 'commander';
import type { Added, SourceList } from '../../lib/admin/search-index/sources';
import { isSite } from '../../lib/web/index/sources/add-source';
import type { SourceReport } from '../../lib/web/index/sources/fill-source';
import { run } from './command';
import { count, formatRows, type Options, pick, verb } from './print';

/** `admin index …` */
export function addIndexVerbs(index: Command): void {
  verb(index, 'add <target>', 'index a site or a folder, or read it again; it is then read again every day')
    .option('--url <address>', 'for a folder: the address under which its files are published')
    .option('--pages <number>', 'for a site: how many of its pages are read at most (200)')
    .action((target: string, given: Options) =>
      run(given, 'addToIndex', { target: targetOf(target), ...pick(given, 'url', 'pages') }, (answer) =>
        formatAdded(answer as Added),
      ),
    );
  verb(index, 'list', 'list what is indexed').action((given: Options) =>
    run(given, 'listIndex', {}, (answer) => formatList(answer as SourceList)),
  );
  verb(index, 'remove <target>', 'remove a site, a folder, or “documentation” from the index').action(
    (target: string, given: Options) =>
      run(given, 'removeFromIndex', { target: targetOf(target) }, ({ target: removed, documents }) => {
        return `${String(removed)} was removed, with ${count(Number(documents), 'document')}.`;
      }),
  );
}

/** The server has a different working directory. */
function targetOf(target: string): string {
  return isSite(target) || target === 'documentation' ? target : resolve(target);
}

function formatAdded({ report }: Added): string {
  return report === null ? 'The documentation is indexed when the server starts again.' : formatReport(report);
}

function formatReport({ target, documents, added, changed, unchanged, removed, failed }: SourceReport): string {
  return [
    `${target}: ${count(documents, 'document')} (${added} added, ${changed} changed, ${unchanged} unchanged, ${removed} removed).`,
    ...failed.map(({ url, reason }) => `Not read: ${url}: ${reason}`),
  ].join('\n');
}

function formatList({ sources }: SourceList): string {
  if (sources.length === 0) return 'The index is empty.';
  return formatRows([
    ['kind', 'target', 'documents', 'passages', 'vectors', 'read'],
    ...sources.map(({ kind, target, documents, passages, vectors, readAt }) => [
      ...[kind, target, String(documents), String(passages), String(vectors), readAt],
    ]),
  ]);
}
