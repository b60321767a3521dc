'use client';

import { LogOut, UserRound } from 'lucide-react';
import { toast } from 'sonner';
import { endSession, goTo } from '@/components/account/enter';
import { IconButton } from '@/components/ui/icon-button';
import { Menu, MenuItem, MenuSeparator } from '@/components/ui/overlay/menu';
import { failureSentence } from './failure-notice';

/** Who is signed in, and the way out. */
export function AccountMenu({ email, role }: { email: string; role: 'owner' | 'member' }) {
  return (
    <Menu trigger={<IconButton label={`Account ${email}`} icon={<UserRound />} />} className="max-w-72">
      <div className="px-2 py-1.5">
        <p className="truncate font-medium" title={email}>
          {email}
        </p>
        <p className="text-sm text-muted">{role === 'owner' ? 'Owner of this installation' : 'Member'}</p>
      </div>
      <MenuSeparator />
      <MenuItem icon={<LogOut aria-hidden />} onSelect={leave}>
        Sign out
      </MenuItem>
    </Menu>
  );
}

function leave() {
  endSession().then(
    () => goTo('/'),
    (failure: unknown) => toast.error(`You are still signed in. ${failureSentence(failure)}`),
  );
}
