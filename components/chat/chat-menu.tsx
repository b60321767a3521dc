'use client';

import { Ellipsis, FileDown, FileText, Printer, Share2 } from 'lucide-react';
import { lazy, useState } from 'react';
import { IconButton } from '@/components/ui/icon-button';
import { ChunkBoundary } from '@/components/ui/lazy/chunk-boundary';
import { Menu, MenuItem, MenuSeparator } from '@/components/ui/overlay/menu';
import type { Chat, ChatMessage } from '@/lib/client/chat/types';
import type { TextWireModel } from '@/lib/models/contract';
import { exportChats } from './list/export-chats';
import type { ChatActions } from './state/actions';

const ShareDialog = lazy(() => import('./share/share-dialog'));

/** The menu of the open chat: shares, exports, and prints it. */
export default function ChatMenu({
  accountId,
  chat,
  messages,
  models,
  actions,
}: {
  accountId: string;
  chat: Chat;
  messages: readonly ChatMessage[];
  models: readonly TextWireModel[];
  actions: Pick<ChatActions, 'noteShared'>;
}) {
  const [sharing, setSharing] = useState(false);
  // Stays mounted once opened, for its closing animation.
  const [used, setUsed] = useState(false);
  const share = () => {
    setUsed(true);
    setSharing(true);
  };
  return (
    <>
      <Menu trigger={<IconButton label="Chat actions" tooltip={false} icon={<Ellipsis />} size="small" />}>
        <MenuItem icon={<Share2 aria-hidden />} onSelect={share}>
          {chat.shared === undefined ? 'Share…' : 'Shared link…'}
        </MenuItem>
        <MenuSeparator />
        <MenuItem icon={<FileText aria-hidden />} onSelect={() => void exportChats(accountId, chat.id, 'markdown')}>
          Export as Markdown
        </MenuItem>
        <MenuItem icon={<FileDown aria-hidden />} onSelect={() => void exportChats(accountId, chat.id, 'json')}>
          Export as JSON
        </MenuItem>
        <MenuItem icon={<Printer aria-hidden />} onSelect={printSoon}>
          Print or save as PDF
        </MenuItem>
      </Menu>
      <ChunkBoundary>
        {used ? (
          <ShareDialog
            open={sharing}
            onOpenChange={setSharing}
            accountId={accountId}
            chat={chat}
            messages={messages}
            models={models}
            onShared={(id) => actions.noteShared(chat.id, id)}
          />
        ) : null}
      </ChunkBoundary>
    </>
  );
}

/** Longer than the menu takes to close: the page stands still while the browser's dialog is open. */
const CLOSED_MS = 250;

function printSoon(): void {
  setTimeout(() => window.print(), CLOSED_MS);
}
