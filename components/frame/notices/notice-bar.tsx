import type { LucideIcon } from 'lucide-react';
import type { ReactNode } from 'react';

/**
 * A notice between the header and the page, about the whole console. The live region is always rendered, because only
 * then are later changes announced.
 * @param children the sentence and its action; null for no notice
 */
export function NoticeBar({ icon: Icon, children }: { icon: LucideIcon; children: ReactNode }) {
  return (
    <div role="status" className="shrink-0">
      {children === null ? null : (
        <div className="flex min-h-row flex-wrap items-center gap-x-3 gap-y-2 border-b border-warn/40 bg-warn/8 px-4 py-2 md:px-6">
          <Icon aria-hidden className="text-warn" />
          {children}
        </div>
      )}
    </div>
  );
}
