'use client';

import { useRouter } from 'next/navigation';

/** Leads to a path of the console. On the page that is open only the address changes, and its content stays. */
export function useGo(): (path: string) => void {
  const router = useRouter();
  return (path) => {
    const pathname = path.split('?', 1)[0];
    if (pathname === window.location.pathname) window.history.pushState(null, '', path);
    else router.push(path);
  };
}
