import Link from 'next/link';
import { Brand } from '../brand';

type Group = { title: string; links: readonly (readonly [label: string, href: string])[] };

const PRODUCT: Group = {
  title: 'Product',
  links: [
    ['Models and prices', '/models'],
    ['Chat', '/chat'],
    ['API keys', '/keys'],
    ['Usage', '/usage'],
  ],
};
const DEVELOPERS: Group = {
  title: 'Developers',
  links: [
    ['Quickstart', '/docs'],
    ['Billing and receipts', '/docs/billing'],
    ['Errors', '/docs/errors'],
  ],
};
/** Files, which the browser must fetch instead of the router. */
const MACHINES: Group = {
  title: 'For machines',
  links: [
    ['openapi.json', '/api/v1/openapi.json'],
    ['llms.txt', '/llms.txt'],
    ['Model list', '/api/v1/models?type=all'],
  ],
};

/** The footer of public pages: all ways onward. */
export function OpenFoot({ signedIn }: { signedIn: boolean }) {
  const account: Group = {
    title: 'Account',
    links: signedIn
      ? [
          ['Wallet', '/wallet'],
          ['Settings', '/settings'],
        ]
      : [
          ['Sign in', '/sign-in'],
          ['Sign up', '/sign-up'],
        ],
  };
  return (
    <footer className="border-t border-line">
      <div className="mx-auto grid max-w-console grid-cols-2 gap-x-6 gap-y-8 px-4 py-12 sm:grid-cols-4 md:px-6 lg:grid-cols-[minmax(0,1.5fr)_repeat(4,minmax(0,1fr))]">
        <div className="col-span-2 flex flex-col items-start gap-3 sm:col-span-4 lg:col-span-1">
          <Brand />
          <p className="max-w-64 text-sm text-muted">
            OpenAI-compatible inference with prepaid credit, on your own server.
          </p>
        </div>
        {[PRODUCT, DEVELOPERS, MACHINES, account].map((group) => (
          <Links key={group.title} {...group} isFiles={group === MACHINES} />
        ))}
      </div>
    </footer>
  );
}

function Links({ title, links, isFiles }: Group & { isFiles: boolean }) {
  const look =
    'inline-flex min-h-8 items-center rounded-control text-sm text-muted hover:text-ink pointer-coarse:min-h-touch';
  return (
    <nav aria-label={title}>
      <p aria-hidden className="pb-1 text-sm font-medium">
        {title}
      </p>
      <ul>
        {links.map(([label, href]) => (
          <li key={href}>
            {isFiles ? (
              <a href={href} className={look}>
                {label}
              </a>
            ) : (
              <Link href={href} prefetch={false} className={look}>
                {label}
              </Link>
            )}
          </li>
        ))}
      </ul>
    </nav>
  );
}
