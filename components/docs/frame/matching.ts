import type { DocsLink, Reference } from '@/lib/openapi/contract';

/** The pages whose title, path, or fields contain every search term, by group; empty groups are left out. */
export function matching(groups: Reference['groups'], search: string): Reference['groups'] {
  const terms = search.toLowerCase().split(/\s+/).filter(Boolean);
  const matches = ({ title, method = '', words: keywords }: DocsLink) => {
    const text = `${title} ${method} ${keywords}`.toLowerCase();
    return terms.every((term) => text.includes(term));
  };
  return groups.flatMap(({ title, links }) => {
    const found = links.filter(matches);
    return found.length > 0 ? [{ title, links: found }] : [];
  });
}
