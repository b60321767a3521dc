import { TriangleAlert } from 'lucide-react';
import type { ReactNode } from 'react';

/**
 * A warning that is not an error: a title, text, and actions below.
 * @param titleId the title's element ID, if it describes another element
 * @param beside shown on the right, such as a copy button
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
