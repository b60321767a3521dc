'use client';

import { lazy, useState, type ComponentType } from 'react';

/**
 * A component whose code is loaded later, to be rendered inside a `ChunkBoundary`. Preloaded code renders in the same
 * frame; `lazy` alone would still wait for React's 300 ms.
 * @param load imports the module
 * @returns the component, and a function that preloads it; failures only surface when it is rendered
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
    // Fixed at the first render, because switching would remount it.
    const [Shown] = useState(() => Loaded ?? Lazy);
    return <Shown {...props} />;
  }
  return [Preloadable, () => fetchCode().catch(() => undefined)];
}
