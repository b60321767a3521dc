'use client';

import { Ellipsis, FileDown, FileUp, FolderPlus } from 'lucide-react';
import { lazy, useRef } from 'react';
import { ChunkBoundary } from '@/components/ui/lazy/chunk-boundary';
import { IconButton } from '@/components/ui/icon-button';
import { Menu, MenuItem, MenuSeparator } from '@/components/ui/overlay/menu';
import { exportChats } from './export-chats';
import { useChatImport } from './use-chat-import';

const ImportReport = lazy(() => import('./import-report'));

/** Actions for all chats: a new folder, import, and export. */
export default function ListMenu({
  accountId,
  empty,
  onNewFolder,
}: {
  accountId: string;
  empty: boolean;
  onNewFolder: () => void;
}) {
  const field = useRef<HTMLInputElement>(null);
  const { busy, report, read, close } = useChatImport(accountId);
  return (
    <>
      <Menu trigger={<IconButton label="Folders, import, and export" tooltip={false} icon={<Ellipsis />} />}>
        <MenuItem icon={<FolderPlus aria-hidden />} disabled={empty} onSelect={onNewFolder}>
          New folder
        </MenuItem>
        <MenuSeparator />
        <MenuItem icon={<FileUp aria-hidden />} disabled={busy} onSelect={() => field.current?.click()}>
          Import chats…
        </MenuItem>
        <MenuItem icon={<FileDown aria-hidden />} disabled={empty} onSelect={() => void exportChats(accountId, null)}>
          Export all chats
        </MenuItem>
      </Menu>
      <input
        ref={field}
        type="file"
        accept=".json,application/json"
        aria-label="Chat file"
        tabIndex={-1}
        className="sr-only"
        onChange={({ target }) => {
          const file = target.files?.[0];
          // Allows choosing the same file again.
          target.value = '';
          if (file) void read(file);
        }}
      />
      {busy ? (
        <p role="status" className="sr-only">
          Importing chats
        </p>
      ) : null}
      {report ? (
        <ChunkBoundary>
          <ImportReport report={report} onClose={close} />
        </ChunkBoundary>
      ) : null}
    </>
  );
}
