import type { ReactNode } from 'react';

/** A section heading with an anchor; the whole heading links to itself. */
export function Heading({ id, children }: { id: string; children: ReactNode }) {
  return (
    <h2 id={id} className="scroll-mt-28 text-xl font-semibold">
      <a
        href={`#${id}`}
        className="rounded-control after:ml-2 after:font-normal after:text-muted after:opacity-0 after:content-['#'] after:transition-opacity hover:after:opacity-100 focus-visible:after:opacity-100"
      >
        {children}
      </a>
    </h2>
  );
}
