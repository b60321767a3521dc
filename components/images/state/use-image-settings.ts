'use client';

import { useCallback, useEffect, useState } from 'react';
import { checkSettings } from '@/lib/client/images/settings/check-settings';
import { DEFAULT_IMAGE_SETTINGS } from '@/lib/client/images/settings/default-settings';
import { settingsOfLink } from '@/lib/client/images/settings/settings-link';
import type { ImageSettings } from '@/lib/client/images/types';

/**
 * The form's settings: those of a link that is opened, otherwise those of the last visit.
 * @returns the settings, and a function that changes some of them
 */
export function useImageSettings(accountId: string): [ImageSettings, (change: Partial<ImageSettings>) => void] {
  const [settings, setSettings] = useState(DEFAULT_IMAGE_SETTINGS);
  const name = `farebox-image-settings-${accountId}`;
  useEffect(() => {
    // After hydration: the server knows neither this browser's storage nor the fragment.
    const take = () => {
      const linked = settingsOfLink(window.location.hash);
      if (linked) {
        setSettings(linked);
        window.history.replaceState(null, '', window.location.pathname + window.location.search);
      }
      return linked;
    };
    queueMicrotask(() => {
      if (!take()) setSettings(read(name));
    });
    window.addEventListener('hashchange', take);
    return () => window.removeEventListener('hashchange', take);
  }, [name]);
  const change = useCallback(
    (some: Partial<ImageSettings>) => {
      setSettings((before) => {
        const next = { ...before, ...some };
        keep(name, next);
        return next;
      });
    },
    [name],
  );
  return [settings, change];
}

function read(name: string): ImageSettings {
  try {
    return checkSettings(JSON.parse(localStorage.getItem(name) ?? 'null'));
  } catch {
    return DEFAULT_IMAGE_SETTINGS;
  }
}

function keep(name: string, settings: ImageSettings): void {
  try {
    localStorage.setItem(name, JSON.stringify(settings));
  } catch {
    // Then they last for this visit only.
  }
}
