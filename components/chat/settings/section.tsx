import { TriangleAlert } from 'lucide-react';
import type { ReactNode } from 'react';

/**
 * A group of settings under a divider.
 * @param warning why the chosen model does not support them
 */
export function Section({
  title,
  help,
  warning = null,
  children,
}: {
  title: string;
  help: string;
  warning?: string | null;
  children: ReactNode;
}) {
  return (
    <section aria-label={title} className="flex flex-col gap-4 border-t border-line pt-5">
      <div>
        <h3 className="font-medium">{title}</h3>
        <p className="mt-0.5 text-sm text-muted">{help}</p>
      </div>
      {warning ? (
        <p className="flex items-start gap-1.5 text-sm text-warn">
          <TriangleAlert aria-hidden className="mt-px" />
          {warning}
        </p>
      ) : null}
      {children}
    </section>
  );
}
