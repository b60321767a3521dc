import { classNames } from '../class-names';

/** A quiet block where something will stand, invisible for the first 150 ms. Give it the size of what comes. */
export function Skeleton({ className }: { className?: string }) {
  return (
    <span aria-hidden className={classNames('skeleton-late block base:h-4 base:rounded-control bg-ink/7', className)} />
  );
}
