'use client';

import { useRouter } from 'next/navigation';

/** Navigates to a path of the console. On the current page, only the URL changes, and its content stays. */
export function useGo(): (path: string) => void {
  const router = useRouter();
  return (path) => {
    const pathname = path.split('?', 1)[0];
    if (pathname === window.location.pathname) window.history.pushState(null, '', path);
    else router.push(path);
  };
}
