import { X } from 'lucide-react';
import { IconButton } from '@/components/ui/icon-button';

/** A line above the images, announced when it appears. @param text null for none */
export function Notice({ text, onDismiss }: { text: string | null; onDismiss?: () => void }) {
  if (text === null) return null;
  return (
    <div className="mb-4 flex items-start gap-2 rounded-control border border-warn/40 bg-warn/5 px-3 py-2 text-sm">
      <p role="status" className="min-w-0 flex-1">
        {text}
      </p>
      {onDismiss ? (
        <IconButton size="small" label="Dismiss" icon={<X />} className="-my-1.5 -mr-2" onClick={onDismiss} />
      ) : null}
    </div>
  );
}
