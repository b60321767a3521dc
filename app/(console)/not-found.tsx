import { PageMissing } from '@/components/frame/notices/page-missing';

/** Shown for console pages that do not exist for this visitor. */
export default function ConsoleNotFound() {
  return <PageMissing />;
}
