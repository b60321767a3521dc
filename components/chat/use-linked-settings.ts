'use client';

import { useEffect, useEffectEvent } from 'react';
import { showToast } from '@/components/ui/toast/toast';
import type { ChatSettings } from '@/lib/client/chat/types';

/** The start of a fragment that has settings (`settings-link.ts`, which loads with the first such link). */
const FRAGMENT = '#settings=';

/**
 * Applies the settings in the URL's fragment to a new chat, and removes them from the URL.
 * @param ready whether they can be applied: a new chat is open
 */
export function useLinkedSettings(ready: boolean, apply: (settings: ChatSettings) => void): void {
  const take = useEffectEvent(async () => {
    const { hash, pathname, search } = window.location;
    if (!ready || !hash.startsWith(FRAGMENT)) return;
    window.history.replaceState(null, '', pathname + search);
    const { readSettingsLink } = await import('@/lib/client/chat/preferences/settings-link');
    const settings = readSettingsLink(hash);
    if (settings) {
      apply(settings);
      showToast('message', 'This chat has the settings of the link', { position: 'top-center' });
    } else showToast('error', 'The settings in this link cannot be read');
  });
  useEffect(() => {
    const run = () => void take();
    run();
    window.addEventListener('hashchange', run);
    return () => window.removeEventListener('hashchange', run);
  }, [ready]);
}
