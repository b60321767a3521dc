'use client';

import { Keyboard, LogOut, Settings, UserRound } from 'lucide-react';
import { IconButton } from '@/components/ui/icon-button';
import { Menu, MenuItem, MenuLink, MenuRadioGroup, MenuSeparator } from '@/components/ui/overlay/menu';
import { signOut } from './sign-out';
import { THEMES, useThemeChoice, type Theme } from './themes';

/** The signed-in account, its settings, and sign-out. */
export function AccountMenu({
  visitor: { name, email, role },
  onShortcuts,
}: {
  visitor: { name: string | null; email: string; role: 'owner' | 'member' };
  onShortcuts: () => void;
}) {
  const [theme, choose] = useThemeChoice();
  return (
    <Menu trigger={<IconButton label={`Account ${email}`} icon={<UserRound />} />} className="max-w-72">
      <div className="px-2 py-1.5">
        {name ? (
          <p className="truncate font-medium" title={name}>
            {name}
          </p>
        ) : null}
        <p className={name ? 'truncate text-sm text-muted' : 'truncate font-medium'} title={email}>
          {email}
        </p>
        <p className="text-sm text-muted">{role === 'owner' ? 'Owner of this installation' : 'Member'}</p>
      </div>
      <MenuSeparator />
      <MenuLink href="/settings" icon={<Settings aria-hidden />}>
        Settings
      </MenuLink>
      <div className="hidden pointer-fine:block">
        <MenuItem icon={<Keyboard aria-hidden />} onSelect={onShortcuts}>
          Keyboard shortcuts
        </MenuItem>
      </div>
      <div className="md:hidden">
        <MenuSeparator />
        <MenuRadioGroup<Theme> label="Theme" value={theme} onChange={choose} options={THEMES} />
      </div>
      <MenuSeparator />
      <MenuItem icon={<LogOut aria-hidden />} onSelect={signOut}>
        Sign out
      </MenuItem>
    </Menu>
  );
}
