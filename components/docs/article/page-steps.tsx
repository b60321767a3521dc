import { ArrowLeft, ArrowRight } from 'lucide-react';
import Link from 'next/link';
import { classNames } from '@/components/ui/class-names';
import type { DocsLink, Reference } from '@/lib/openapi/contract';

/** Links to the previous and the next page, in the order of the navigation. */
export function PageSteps({ groups, slug }: Pick<Reference, 'groups'> & { slug: string }) {
  const links = groups.flatMap((group) => group.links);
  const at = links.findIndex((link) => link.slug === slug);
  if (at < 0) return null;
  return (
    <nav aria-label="Previous and next page" className="grid gap-3 border-t border-line pt-6 sm:grid-cols-2">
      <Step link={links[at - 1]} />
      <Step link={links[at + 1]} isNext />
    </nav>
  );
}

function Step({ link, isNext = false }: { link: DocsLink | undefined; isNext?: boolean }) {
  if (!link) return <span className="max-sm:hidden" />;
  const Arrow = isNext ? ArrowRight : ArrowLeft;
  return (
    <Link
      href={link.slug === '' ? '/docs' : `/docs/${link.slug}`}
      prefetch={false}
      rel={isNext ? 'next' : 'prev'}
      className={classNames(
        'flex items-center gap-3 rounded-panel border border-line px-4 py-3 hover:border-edge hover:bg-ink/3',
        isNext && 'flex-row-reverse text-right',
      )}
    >
      <Arrow aria-hidden className="text-muted" />
      <span className="min-w-0 flex-1">
        <span className="block text-xs text-muted">{isNext ? 'Next' : 'Previous'}</span>
        <span className="block truncate font-medium">{link.title.replaceAll('`', '')}</span>
      </span>
    </Link>
  );
}
