'use client';

import { PageFailure } from '@/components/frame/notices/page-failure';

/** Shown when a console page fails: the layout stays, so other pages can be reached. */
export default function ConsoleError(props: { error: Error & { digest?: string }; reset: () => void }) {
  return <PageFailure {...props} />;
}
