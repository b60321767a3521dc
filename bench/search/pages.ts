import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { projectRoot } from '../../lib/platform/project-root';

/** A page of the set: a section of a page of `docs`, named `billing/refunds`. */
export type BenchPage = { name: string; title: string; markdown: string };

const FILES = ['architecture', 'billing', 'limits', 'operations', 'providers', 'service-file', 'api-rules'];

/** Our own documentation, one page for each section. */
export function readPages(): BenchPage[] {
  return FILES.flatMap((file) => {
    const text = readFileSync(join(projectRoot(), 'docs', `${file}.md`), 'utf8');
    const level = file === 'api-rules' ? '###?' : '##';
    return text.split(new RegExp(`^(?=${level} )`, 'm')).flatMap((section) => {
      const title = new RegExp(`^${level} (.+)`).exec(section)?.[1];
      if (title === undefined) return [];
      const slug = title
        .toLowerCase()
        .replace(/[^a-z0-9]+/g, '-')
        .replace(/^-|-$/g, '');
      return [{ name: `${file}/${slug}`, title, markdown: section }];
    });
  });
}
