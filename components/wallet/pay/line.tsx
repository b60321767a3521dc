import type { ReactNode } from 'react';
import { classNames } from '@/components/ui/class-names';

/** One line of a quote or a receipt, in its list. */
export function Line({
  label,
  isStrong = false,
  children,
}: {
  label: string;
  isStrong?: boolean;
  children: ReactNode;
}) {
  return (
    <>
      <dt className="text-muted">{label}</dt>
      <dd
        className={classNames(
          'flex min-h-8 min-w-0 items-center justify-end gap-1 text-right',
          isStrong && 'font-medium tabular-nums',
        )}
      >
        {children}
      </dd>
    </>
  );
}
