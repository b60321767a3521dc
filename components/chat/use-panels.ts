'use client';

import { useMemo, useState } from 'react';
import type { PreviewBeside, Previewed } from './preview/preview-context';

type PanelName = 'chats' | 'settings' | 'preview';

/** What is open beside or over the messages. */
export type OpenPanels = {
  panel: PanelName | null;
  /** Those that have been opened: they stay mounted for their closing animation. */
  used: ReadonlySet<PanelName>;
  show: (name: PanelName | null) => void;
  preview: PreviewBeside;
};

/** Which panel is open: one at a time. @param chatId another chat closes the preview */
export function usePanels(chatId: string | null): OpenPanels {
  const [panel, setPanel] = useState<PanelName | null>(null);
  const [used, setUsed] = useState<ReadonlySet<PanelName>>(new Set());
  const [previewed, setPreviewed] = useState<(Previewed & { chatId: string | null }) | null>(null);
  const shown = panel === 'preview' && previewed?.chatId === chatId ? previewed : null;
  const preview = useMemo<PreviewBeside>(
    () => ({
      shown,
      show: (next) => {
        setPreviewed(next && { ...next, chatId });
        setPanel(next && 'preview');
      },
    }),
    [shown, chatId],
  );
  const show = (name: PanelName | null) => {
    setPanel(name);
    if (name !== null) setUsed(new Set(used).add(name));
  };
  return { panel, used, show, preview };
}
