import { ChevronRight } from 'lucide-react';
import type { UnreadableModel } from '@/lib/connected/contract';

/** Models of a newer version: not served, and removed in their drawer. */
export function UnreadableModels({ models, onOpen }: { models: UnreadableModel[]; onOpen: (key: string) => void }) {
  if (models.length === 0) return null;
  return (
    <ul aria-label="Models that cannot be read" className="rounded-panel border border-line bg-surface">
      {models.map(({ key, id, problem }) => (
        <li key={key} className="border-t border-line first:border-t-0">
          <button
            type="button"
            aria-haspopup="dialog"
            onClick={() => onOpen(key)}
            className="flex min-h-row w-full items-center gap-3 px-3 py-2 text-left transition-[background-color] hover:bg-sunken/60 sm:px-4"
          >
            <span className="min-w-0 flex-1">
              <span className="block font-medium wrap-anywhere">{id}</span>
              <span className="block text-sm text-warn">{problem}</span>
            </span>
            <ChevronRight aria-hidden className="shrink-0 text-muted" />
          </button>
        </li>
      ))}
    </ul>
  );
}
