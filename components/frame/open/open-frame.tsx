import type { ReactNode } from 'react';
import { OpenHead } from './open-head';
import { SkipLink } from '../skip-link';

/** The layout of public pages for visitors who are not signed in: logo, sign-in, content. */
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
