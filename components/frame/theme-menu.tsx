'use client';

import { Moon, Sun } from 'lucide-react';
import { IconButton } from '@/components/ui/icon-button';
import { Menu, MenuRadioGroup } from '@/components/ui/overlay/menu';
import { THEMES, useThemeChoice, type Theme } from './menus/themes';

/** Light, dark, or system. */
export function ThemeMenu({ className }: { className?: string }) {
  const [theme, choose] = useThemeChoice();
  // Both icons are rendered and CSS shows one, because the server does not know the theme.
  const icon = (
    <>
      <Sun aria-hidden className="dark:hidden" />
      <Moon aria-hidden className="hidden dark:block" />
    </>
  );
  return (
    <Menu trigger={<IconButton label="Theme" icon={icon} className={className} />}>
      <MenuRadioGroup<Theme> label="Theme" value={theme} onChange={choose} options={THEMES} />
    </Menu>
  );
}
