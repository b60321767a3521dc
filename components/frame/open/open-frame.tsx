import type { ReactNode } from 'react';
import { OpenHead } from './open-head';
import { SkipLink } from '../skip-link';

/** The frame of pages that everybody may read, for who is not signed in: mark, way in, content. */
export function OpenFrame({ children }: { children: ReactNode }) {
  return (
    <div className="min-h-dvh">
      <SkipLink />
      <OpenHead signedIn={false} />
      <main id="main" tabIndex={-1} className="outline-none">
        {children}
      </main>
    </div>
  );
}
