'use client';

import { Monitor, Moon, Sun } from 'lucide-react';
import { useTheme } from 'next-themes';
import { IconButton } from '@/components/ui/icon-button';
import { Menu, MenuRadioGroup } from '@/components/ui/overlay/menu';

const THEMES = [
  { value: 'system', label: 'As the system', icon: <Monitor aria-hidden /> },
  { value: 'light', label: 'Light', icon: <Sun aria-hidden /> },
  { value: 'dark', label: 'Dark', icon: <Moon aria-hidden /> },
] as const;

type Theme = (typeof THEMES)[number]['value'];

/** Light, dark, or as the system says. */
export function ThemeMenu() {
  const { theme, setTheme } = useTheme();
  // Both icons are drawn and CSS shows one: the server does not know the theme.
  const icon = (
    <>
      <Sun aria-hidden className="dark:hidden" />
      <Moon aria-hidden className="hidden dark:block" />
    </>
  );
  return (
    <Menu trigger={<IconButton label="Theme" icon={icon} />}>
      <MenuRadioGroup<Theme>
        label="Theme"
        value={theme === 'light' || theme === 'dark' ? theme : 'system'}
        onChange={setTheme}
        options={THEMES}
      />
    </Menu>
  );
}
