'use client';

import { useCallback, useEffect, useState } from 'react';
import { DEFAULT_IMAGE_SETTINGS } from '@/lib/client/images/settings/default-settings';
import { settingsOfLink } from '@/lib/client/images/settings/settings-link';
import { keepSettings, readSettings } from '@/lib/client/images/settings/stored-settings';
import type { ImageSettings } from '@/lib/client/images/types';

/**
 * The form's settings: those of a link that is opened, otherwise those of the last visit.
 */
export function useImageSettings(accountId: string): {
  settings: ImageSettings;
  /** Changes some of them. */
  change: (some: Partial<ImageSettings>) => void;
  /** What the link contained that could not be used as it was. */
  replaced: readonly (keyof ImageSettings)[];
  forgetReplaced: () => void;
} {
  const [settings, setSettings] = useState(DEFAULT_IMAGE_SETTINGS);
  const [replaced, setReplaced] = useState<readonly (keyof ImageSettings)[]>([]);
  useEffect(() => {
    // After hydration: the server knows neither this browser's storage nor the fragment.
    const take = () => {
      const linked = settingsOfLink(window.location.hash);
      if (linked) {
        setSettings(linked.settings);
        setReplaced(linked.changed);
        window.history.replaceState(null, '', window.location.pathname + window.location.search);
      }
      return linked;
    };
    queueMicrotask(() => {
      if (!take()) setSettings(readSettings(accountId));
    });
    window.addEventListener('hashchange', take);
    return () => window.removeEventListener('hashchange', take);
  }, [accountId]);
  const change = useCallback(
    (some: Partial<ImageSettings>) => {
      setSettings((before) => {
        const next = { ...before, ...some };
        keepSettings(accountId, next);
        return next;
      });
    },
    [accountId],
  );
  return { settings, change, replaced, forgetReplaced: () => setReplaced([]) };
}
