import type { ReactNode } from 'react';
import { OpenHead } from './open-head';
import { SkipLink } from '../skip-link';

/** The layout of public pages: logo, sign-in for visitors who are not signed in, content. */
export function OpenFrame({ signedIn = false, children }: { signedIn?: boolean; children: ReactNode }) {
  return (
    <div className="min-h-dvh">
      <SkipLink />
      <OpenHead signedIn={signedIn} />
      <main id="main" tabIndex={-1} className="outline-none">
        {children}
      </main>
    </div>
  );
}
