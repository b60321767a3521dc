import { PendingPage } from '@/components/frame/notices/pending-page';

/** Shown while the page loads. */
export default function Loading() {
  return <PendingPage />;
}
