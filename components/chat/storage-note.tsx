import { Button } from '@/components/ui/button';
import type { StorageNotice } from '@/lib/client/chat/storage/faults';

/**
 * Why chats are not stored, and how to keep them anyway.
 * @param onExport null if there is nothing to export
 */
export default function StorageNote({ notice, onExport }: { notice: StorageNotice; onExport: (() => void) | null }) {
  return (
    <div
      data-testid="storage-notice"
      className="mb-2 flex flex-wrap items-center gap-x-3 gap-y-2 rounded-control border border-warn/40 bg-warn/5 px-3 py-2 text-sm"
    >
      <p role="status" className="min-w-48 flex-1">
        {notice.message}
      </p>
      {onExport && notice.fault !== 'damaged' ? (
        <Button size="small" onClick={onExport}>
          Export chats
        </Button>
      ) : null}
    </div>
  );
}
