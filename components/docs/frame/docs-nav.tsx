'use client';

import { ChevronDown } from 'lucide-react';
import Link from 'next/link';
import { usePathname } from 'next/navigation';
import { useState } from 'react';
import { classNames } from '@/components/ui/class-names';
import type { DocsHit, DocsLink, Reference } from '@/lib/openapi/contract';
import { MethodBadge } from '../article/method-badge';
import { matching } from './matching';
import { SearchField } from './search-field';
import { useDocsSearch } from './use-docs-search';

/** All pages of the reference, with a search over their titles, fields, and texts. */
export function DocsNav({ groups, version }: Pick<Reference, 'groups' | 'version'>) {
  const pathname = usePathname();
  const [open, setOpen] = useState(false);
  const current = groups.flatMap(({ links }) => links).find((link) => hrefOf(link) === pathname);
  return (
    <nav
      aria-label="API reference"
      className="border-b border-line md:sticky md:top-topbar md:h-[calc(100dvh-3.25rem)] md:overflow-y-auto md:border-r md:border-b-0"
    >
      <button
        type="button"
        aria-expanded={open}
        onClick={() => setOpen(!open)}
        className="flex h-11 w-full items-center justify-between gap-3 px-4 text-left md:hidden"
      >
        <span className="truncate font-medium">{plain(current?.title ?? 'All pages')}</span>
        <ChevronDown aria-hidden className={classNames('text-muted transition-transform', open && 'rotate-180')} />
      </button>
      <div className={classNames('px-4 pb-6 md:block md:pt-6', open ? 'block' : 'hidden')}>
        <Pages groups={groups} pathname={pathname} onGo={() => setOpen(false)} onSearch={() => setOpen(true)} />
        <p className="px-2 pt-6 text-xs text-muted">
          Revision <span className="figure-text">{version}</span>
        </p>
        <ul className="pt-1 text-xs">
          {FILES.map(({ href, label }) => (
            <li key={href}>
              <a href={href} className="inline-block rounded-control px-2 py-1.5 text-muted hover:text-ink">
                {label}
              </a>
            </li>
          ))}
        </ul>
      </div>
    </nav>
  );
}

const FILES = [
  { href: '/api/v1/openapi.json', label: 'openapi.json' },
  { href: '/doc/api/swagger.yaml', label: 'swagger.yaml' },
  { href: '/llms.txt', label: 'llms.txt' },
] as const;

function Pages({
  groups,
  pathname,
  onGo,
  onSearch,
}: Pick<Reference, 'groups'> & { pathname: string; onGo: () => void; onSearch: () => void }) {
  const [search, setSearch] = useState('');
  const found = matching(groups, search);
  const { hits, pending } = useDocsSearch(search);
  return (
    <>
      <SearchField text={search} onChange={setSearch} onShortcut={onSearch} />
      {found.length === 0 && hits.length === 0 && !pending ? (
        <p role="status" className="px-2 pt-4 text-muted">
          Nothing in the reference matches.
        </p>
      ) : null}
      {found.map(({ title, links }) => (
        <section key={title} aria-label={title} className="pt-5">
          <p aria-hidden className="px-2 pb-1 text-xs text-muted">
            {title}
          </p>
          <ul className="flex flex-col gap-0.5">
            {links.map((link) => (
              <li key={link.slug}>
                <PageLink link={link} active={hrefOf(link) === pathname} onGo={onGo} />
              </li>
            ))}
          </ul>
        </section>
      ))}
      {hits.length > 0 ? <Hits hits={hits} onGo={onGo} /> : null}
    </>
  );
}

/** What the search found within the pages. */
function Hits({ hits, onGo }: { hits: readonly DocsHit[]; onGo: () => void }) {
  return (
    <section aria-label="In the text" className="pt-5">
      <p aria-hidden className="px-2 pb-1 text-xs text-muted">
        In the text
      </p>
      <ul className="flex flex-col gap-0.5">
        {hits.map(({ href, title, section, excerpt }) => (
          <li key={`${href} ${section ?? ''}`}>
            <Link
              href={href}
              prefetch={false}
              onClick={onGo}
              className="block rounded-control px-2 py-1.5 text-sm hover:bg-ink/5"
            >
              <span className="block truncate">{section === null ? title : `${title}: ${section}`}</span>
              <span className="line-clamp-2 text-xs text-muted">{excerpt}</span>
            </Link>
          </li>
        ))}
      </ul>
    </section>
  );
}

function PageLink({ link, active, onGo }: { link: DocsLink; active: boolean; onGo: () => void }) {
  return (
    <Link
      href={hrefOf(link)}
      prefetch={false}
      aria-current={active ? 'page' : undefined}
      onClick={onGo}
      className={classNames(
        'relative flex min-h-8 items-center gap-2 rounded-control px-2 py-1.5 text-sm transition-[background-color,color] hover:bg-ink/5 hover:text-ink pointer-coarse:min-h-touch',
        active
          ? 'bg-ink/5 font-medium text-ink before:absolute before:inset-y-2 before:left-0 before:w-0.5 before:rounded-full before:bg-signal'
          : 'text-muted',
      )}
    >
      <span className="min-w-0 flex-1">{plain(link.title)}</span>
      {link.method ? <MethodBadge method={link.method} /> : null}
    </Link>
  );
}

const hrefOf = ({ slug }: DocsLink) => (slug === '' ? '/docs' : `/docs/${slug}`);
const plain = (text: string) => text.replaceAll('`', '');
