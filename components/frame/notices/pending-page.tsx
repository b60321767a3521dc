import { Skeleton } from '@/components/ui/show/skeleton';
import { PageColumn } from '../page-header';

/** The skeleton of a console page while it loads: title, sentence, rows. */
export function PendingPage() {
  return (
    <PageColumn>
      <div aria-busy className="flex flex-col gap-6">
        <span className="sr-only">The page is loading</span>
        <div className="flex flex-col gap-2">
          <Skeleton className="h-7 w-32" />
          <Skeleton className="w-72 max-w-full" />
        </div>
        <div className="flex flex-col gap-4 border-t border-line pt-4">
          <Skeleton className="w-full" />
          <Skeleton className="w-full" />
          <Skeleton className="w-2/3" />
        </div>
      </div>
    </PageColumn>
  );
}
