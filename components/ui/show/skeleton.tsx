import { classNames } from '../class-names';

/** A placeholder block, invisible for the first 150 ms. Give it the size of the content. */
export function Skeleton({ className }: { className?: string }) {
  return (
    <span aria-hidden className={classNames('skeleton-late block base:h-4 base:rounded-control bg-ink/7', className)} />
  );
}
