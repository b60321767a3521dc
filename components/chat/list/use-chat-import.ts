'use client';

import { useState } from 'react';
import { showToast } from '@/components/ui/toast/toast';
import type { ImportReport } from '@/lib/client/chat/file/import-chats';
import { fetchStore } from '@/lib/client/chat/fetch-store';

/** Imports chat files into this browser. The report stays until it is closed. */
export function useChatImport(accountId: string): {
  busy: boolean;
  report: ImportReport | null;
  read: (file: File) => Promise<void>;
  close: () => void;
} {
  const [busy, setBusy] = useState(false);
  const [report, setReport] = useState<ImportReport | null>(null);
  const read = async (file: File) => {
    setBusy(true);
    try {
      const [{ importChats }, store] = await Promise.all([
        import('@/lib/client/chat/file/import-chats'),
        fetchStore(accountId),
      ]);
      setReport(await importChats(store, file));
    } catch {
      showToast('error', 'The chats could not be imported', { description: 'Check your connection and try again.' });
    } finally {
      setBusy(false);
    }
  };
  return { busy, report, read, close: () => setReport(null) };
}
