import { Skeleton } from '@/components/ui/show/skeleton';

/** The skeleton of a chat while this browser's store is read. */
export function PendingChat() {
  return (
    <div aria-busy className="flex flex-col gap-8">
      <span className="sr-only">Loading chat</span>
      <Skeleton className="h-11 w-1/2 self-end rounded-panel" />
      <div className="flex flex-col gap-3">
        <Skeleton className="w-full" />
        <Skeleton className="w-11/12" />
        <Skeleton className="w-2/3" />
      </div>
    </div>
  );
}
