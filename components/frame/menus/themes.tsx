'use client';

import { Monitor, Moon, Sun } from 'lucide-react';
import { useTheme } from 'next-themes';

/** The themes to choose from. */
export const THEMES = [
  { value: 'system', label: 'System', icon: <Monitor aria-hidden /> },
  { value: 'light', label: 'Light', icon: <Sun aria-hidden /> },
  { value: 'dark', label: 'Dark', icon: <Moon aria-hidden /> },
] as const;

/** A theme that can be chosen; the browser keeps it. */
export type Theme = (typeof THEMES)[number]['value'];

/** The chosen theme, and how to choose another. */
export function useThemeChoice(): [theme: Theme, choose: (theme: Theme) => void] {
  const { theme, setTheme } = useTheme();
  return [theme === 'light' || theme === 'dark' ? theme : 'system', setTheme];
}
