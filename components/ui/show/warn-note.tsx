import { TriangleAlert } from 'lucide-react';
import type { ReactNode } from 'react';

/**
 * What needs the reader's attention and is no failure: a title, words, and what can be done below them.
 * @param titleId for what the title describes elsewhere
 * @param beside at the right, such as a button that copies
 */
export function WarnNote({
  title,
  titleId,
  beside,
  children,
}: {
  title: ReactNode;
  titleId?: string;
  beside?: ReactNode;
  children?: ReactNode;
}) {
  return (
    <div role="note" className="flex items-start gap-3 rounded-panel border border-warn/40 bg-warn/5 p-4">
      <TriangleAlert aria-hidden className="mt-0.5 text-warn" />
      <div className="min-w-0 flex-1">
        <p id={titleId} className="font-medium wrap-anywhere">
          {title}
        </p>
        {children}
      </div>
      {beside}
    </div>
  );
}
