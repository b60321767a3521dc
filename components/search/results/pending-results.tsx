import { Skeleton } from '@/components/ui/show/skeleton';

/** The layout of results while a search runs. */
export function PendingResults() {
  return (
    <div aria-busy role="status">
      <span className="sr-only">Searching</span>
      <Skeleton className="mb-6 w-40" />
      {[0, 1, 2, 3].map((at) => (
        <div key={at} className="flex flex-col gap-2 border-t border-line py-4 pl-9">
          <Skeleton className="h-5 w-2/3" />
          <Skeleton className="w-1/4" />
          <Skeleton className="w-full max-w-prose" />
          <Skeleton className="w-5/6 max-w-prose" />
        </div>
      ))}
    </div>
  );
}
