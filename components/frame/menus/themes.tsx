'use client';

import { Monitor, Moon, Sun } from 'lucide-react';
import { useTheme } from 'next-themes';

/** The available themes. */
export const THEMES = [
  { value: 'system', label: 'System', icon: <Monitor aria-hidden /> },
  { value: 'light', label: 'Light', icon: <Sun aria-hidden /> },
  { value: 'dark', label: 'Dark', icon: <Moon aria-hidden /> },
] as const;

/** A theme; the browser remembers the choice. */
export type Theme = (typeof THEMES)[number]['value'];

/** The chosen theme, and a setter. */
export function useThemeChoice(): [theme: Theme, choose: (theme: Theme) => void] {
  const { theme, setTheme } = useTheme();
  return [theme === 'light' || theme === 'dark' ? theme : 'system', setTheme];
}
