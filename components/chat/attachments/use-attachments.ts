'use client';

import { useRef, useState } from 'react';
import { showToast } from '@/components/ui/toast/toast';
import type { Taken } from '@/lib/client/attachments/take-files';
import type { DraftAttachments } from './draft-attachments';

const NOTHING: DraftAttachments = { items: [], problems: [], reading: 0 };

/**
 * The attachments of drafts: one list per key, kept while the page is open. The code that reads files is loaded with
 * the first file.
 */
export function useAttachments(key: string) {
  const [drafts, setDrafts] = useState<Readonly<Record<string, DraftAttachments>>>({});
  const [loaded, setLoaded] = useState(false);
  // Batches are read one after another: each is checked against what is already attached.
  const reading = useRef<Promise<void>>(Promise.resolve());
  const latest = useRef(drafts);
  const draft = () => latest.current[key] ?? NOTHING;
  const change = (with_: (draft: DraftAttachments) => Partial<DraftAttachments>) => {
    latest.current = { ...latest.current, [key]: { ...draft(), ...with_(draft()) } };
    setDrafts(latest.current);
  };
  return {
    ...(drafts[key] ?? NOTHING),
    /** Whether the tray's code is loaded; before that, it might fail to load when the server is unreachable. */
    loaded,
    take(files: readonly File[]) {
      if (files.length === 0) return;
      change((now) => ({ reading: now.reading + files.length, problems: [] }));
      const done = ({ attachments, problems }: Taken) =>
        change((now) => ({
          items: [...now.items, ...attachments],
          problems: [...now.problems, ...problems],
          reading: now.reading - files.length,
        }));
      reading.current = reading.current
        .then(load)
        .then(({ takeFiles }) => {
          setLoaded(true);
          return takeFiles(files, draft().items);
        })
        .then(done, () => {
          done({ attachments: [], problems: [] });
          showToast('error', 'Nothing was attached', { description: 'The server cannot be reached. Try again.' });
        });
    },
    remove: (id: string) => change(({ items }) => ({ items: items.filter((item) => item.id !== id), problems: [] })),
    /** Clears the list after sending. */
    clear: () => change(() => NOTHING),
  };
}

/** Loads the code that reads files together with the tray that shows them: neither is useful alone. */
async function load() {
  const [reader] = await Promise.all([import('@/lib/client/attachments/take-files'), import('./tray')]);
  return reader;
}
