import type { ReactNode } from 'react';
import { classNames } from '../class-names';

/** An empty state: one sentence, one action, and optionally a snippet to get started. */
export function EmptyState({
  title,
  sentence,
  action,
  children,
  className,
}: {
  title: string;
  sentence: ReactNode;
  action?: ReactNode;
  children?: ReactNode;
  className?: string;
}) {
  return (
    <section className={classNames('base:border-t border-line base:pt-6', className)}>
      <h2 className="text-base font-semibold">{title}</h2>
      <p className="mt-1 max-w-prose text-muted">{sentence}</p>
      {action ? <div className="mt-4">{action}</div> : null}
      {children ? <div className="mt-6">{children}</div> : null}
    </section>
  );
}
