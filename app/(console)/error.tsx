'use client';

import { PageFailure } from '@/components/frame/notices/page-failure';

/** A console page that failed: the frame stays, the other places can be reached. */
export default function ConsoleError(props: { error: Error & { digest?: string }; reset: () => void }) {
  return <PageFailure {...props} />;
}
