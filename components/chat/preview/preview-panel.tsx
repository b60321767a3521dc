'use client';

import { CopyButton } from '@/components/ui/copy-button';
import { SidePanel } from '../side/side-panel';
import Preview from './preview';
import type { Previewed } from './preview-context';

/** A preview beside the messages. */
export default function PreviewPanel({ previewed, onClose }: { previewed: Previewed; onClose: () => void }) {
  return (
    <SidePanel
      title="Preview"
      className="w-[min(42vw,60rem)]"
      actions={<CopyButton text={previewed.code} label="Copy code" />}
      onClose={onClose}
    >
      <Preview {...previewed} className="min-h-0 w-full flex-1 bg-surface" />
    </SidePanel>
  );
}
