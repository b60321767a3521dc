'use client';

import { useRef, useState } from 'react';
import { showToast } from '@/components/ui/toast/toast';
import type { Taken } from '@/lib/client/attachments/take-files';
import type { DraftAttachments } from './draft-attachments';

const NOTHING: DraftAttachments = { items: [], problems: [], reading: 0 };

/** The attachments of drafts: one list per key, kept while the page is open. Reading files is fetched with the first one. */
export function useAttachments(key: string) {
  const [drafts, setDrafts] = useState<Readonly<Record<string, DraftAttachments>>>({});
  const [loaded, setLoaded] = useState(false);
  // One batch is read after the other: each is judged by what is attached by then.
  const reading = useRef<Promise<void>>(Promise.resolve());
  const latest = useRef(drafts);
  const draft = () => latest.current[key] ?? NOTHING;
  const change = (with_: (draft: DraftAttachments) => Partial<DraftAttachments>) => {
    latest.current = { ...latest.current, [key]: { ...draft(), ...with_(draft()) } };
    setDrafts(latest.current);
  };
  return {
    ...(drafts[key] ?? NOTHING),
    /** What shows them is there: before, it could not be fetched where the server is away. */
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
    /** Takes the list away: it was sent. */
    clear: () => change(() => NOTHING),
  };
}

/** Fetches what reads files, and with it what shows them: one without the other is of no use. */
async function load() {
  const [reader] = await Promise.all([import('@/lib/client/attachments/take-files'), import('./tray')]);
  return reader;
}
