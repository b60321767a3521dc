'use client';

import { Ellipsis, FileDown, FileText, Printer } from 'lucide-react';
import { IconButton } from '@/components/ui/icon-button';
import { Menu, MenuItem } from '@/components/ui/overlay/menu';
import { exportChats } from './list/use-chat-files';

/** The menu of the open chat: exports and prints it. */
export function ChatMenu({ accountId, chatId }: { accountId: string; chatId: string }) {
  return (
    <Menu trigger={<IconButton label="Export chat" tooltip={false} icon={<Ellipsis />} size="small" />}>
      <MenuItem icon={<FileText aria-hidden />} onSelect={() => void exportChats(accountId, chatId, 'markdown')}>
        Export as Markdown
      </MenuItem>
      <MenuItem icon={<FileDown aria-hidden />} onSelect={() => void exportChats(accountId, chatId, 'json')}>
        Export as JSON
      </MenuItem>
      <MenuItem icon={<Printer aria-hidden />} onSelect={printSoon}>
        Print or save as PDF
      </MenuItem>
    </Menu>
  );
}

/** Longer than the menu takes to close: the page stands still while the browser's dialog is open. */
const CLOSED_MS = 250;

function printSoon(): void {
  setTimeout(() => window.print(), CLOSED_MS);
}
