import { PageMissing } from '@/components/frame/notices/page-missing';

/** What a console page shows that does not exist for this visitor. */
export default function ConsoleNotFound() {
  return <PageMissing />;
}
