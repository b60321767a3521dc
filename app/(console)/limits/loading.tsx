import { PendingPage } from '@/components/frame/notices/pending-page';

/** Stands here while the page is on its way. */
export default function Loading() {
  return <PendingPage />;
}
