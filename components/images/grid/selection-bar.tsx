'use client';

import { Columns2, Download, Trash2 } from 'lucide-react';
import { Button } from '@/components/ui/button';

/** What can be done with the selected images. */
export function SelectionBar({
  count,
  onCompare,
  onDownload,
  onDelete,
  onClear,
}: {
  count: number;
  onCompare: () => void;
  onDownload: () => void;
  onDelete: () => void;
  onClear: () => void;
}) {
  return (
    <div
      role="toolbar"
      aria-label="Selected images"
      className="sticky top-0 z-10 mb-4 flex flex-wrap items-center gap-2 rounded-panel border border-line bg-surface p-2 shadow-float"
    >
      <p role="status" className="mr-auto px-2 text-sm font-medium">
        {count} selected
      </p>
      {count === 2 ? (
        <Button size="small" onClick={onCompare}>
          <Columns2 aria-hidden />
          Compare
        </Button>
      ) : null}
      <Button size="small" onClick={onDownload}>
        <Download aria-hidden />
        Download
      </Button>
      <Button size="small" onClick={onDelete}>
        <Trash2 aria-hidden />
        Delete
      </Button>
      <Button size="small" kind="plain" onClick={onClear}>
        Clear
      </Button>
    </div>
  );
}
