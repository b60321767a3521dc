'use client';

import { lazy, useState, type ComponentType } from 'react';

/**
 * A component whose code is fetched later, to be shown inside a `Fetched`. What was fetched ahead stands in the same frame;
 * `lazy` alone would stand back for React's 300 ms even then.
 * @param load imports the module
 * @returns the component, and what fetches its code ahead: a failure is left to the moment of use
 */
export function lazyWithPreload<P extends object>(
  load: () => Promise<{ default: ComponentType<P> }>,
): [Component: ComponentType<P>, fetchAhead: () => Promise<unknown>] {
  let Loaded: ComponentType<P> | null = null;
  const fetchCode = async () => {
    const code = await load();
    Loaded = code.default;
    return code;
  };
  const Lazy = lazy(fetchCode);
  function Preloadable(props: P) {
    // What stands once stays: the other one would begin anew.
    const [Shown] = useState(() => Loaded ?? Lazy);
    return <Shown {...props} />;
  }
  return [Preloadable, () => fetchCode().catch(() => undefined)];
}
