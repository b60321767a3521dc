'use client';

import { useMemo, useState } from 'react';
import type { PreviewBeside, Previewed } from './preview/preview-context';

type DrawerName = 'chats' | 'settings' | 'preview';

/** What is open beside or over the messages. */
export type Drawers = {
  drawer: DrawerName | null;
  /** Those that have been opened: they stay mounted for their closing animation. */
  used: ReadonlySet<DrawerName>;
  show: (name: DrawerName | null) => void;
  preview: PreviewBeside;
};

/** Which drawer is open: one at a time. @param chatId another chat closes the preview */
export function useDrawers(chatId: string | null): Drawers {
  const [drawer, setDrawer] = useState<DrawerName | null>(null);
  const [used, setUsed] = useState<ReadonlySet<DrawerName>>(new Set());
  const [previewed, setPreviewed] = useState<(Previewed & { chatId: string | null }) | null>(null);
  const shown = drawer === 'preview' && previewed?.chatId === chatId ? previewed : null;
  const preview = useMemo<PreviewBeside>(
    () => ({
      shown,
      show: (next) => {
        setPreviewed(next && { ...next, chatId });
        setDrawer(next && 'preview');
      },
    }),
    [shown, chatId],
  );
  const show = (name: DrawerName | null) => {
    setDrawer(name);
    if (name !== null) setUsed(new Set(used).add(name));
  };
  return { drawer, used, show, preview };
}
