import type { DocsLink, Reference } from '@/lib/openapi/contract';

/** The pages whose title, path, or fields contain every search term, by group; empty groups are left out. */
export function matching(groups: Reference['groups'], search: string): Reference['groups'] {
  const words = search.toLowerCase().split(/\s+/).filter(Boolean);
  const fits = ({ title, method = '', words: own }: DocsLink) => {
    const text = `${title} ${method} ${own}`.toLowerCase();
    return words.every((word) => text.includes(word));
  };
  return groups.flatMap(({ title, links }) => {
    const found = links.filter(fits);
    return found.length > 0 ? [{ title, links: found }] : [];
  });
}
