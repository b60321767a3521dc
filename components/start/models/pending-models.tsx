import { Skeleton } from '@/components/ui/show/skeleton';

/** Shown until it is known what answers. */
export function PendingModels() {
  return (
    <div aria-busy className="flex flex-col gap-3 rounded-panel border border-line bg-surface p-4 md:p-6">
      <span className="sr-only">Loading models</span>
      <Skeleton className="w-48" />
      <Skeleton className="w-72 max-w-full" />
      <Skeleton className="w-64 max-w-full" />
      <Skeleton className="h-control w-40" />
    </div>
  );
}
