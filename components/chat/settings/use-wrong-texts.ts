'use client';

import { useState } from 'react';
import type { SettingsText } from './settings-fields';

const NEW_CHAT = 'new';
const NONE: Partial<SettingsText> = {};

/** Invalid values typed into a chat's settings, kept while the page is open so that the panel can show them again. */
export function useWrongTexts(
  chatId: string | null,
): [texts: Partial<SettingsText>, keep: (texts: Partial<SettingsText>) => void] {
  const [kept, setKept] = useState<Record<string, Partial<SettingsText>>>({});
  const key = chatId ?? NEW_CHAT;
  return [kept[key] ?? NONE, (texts) => setKept((before) => ({ ...before, [key]: texts }))];
}
