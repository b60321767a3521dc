'use client';

import { LogOut } from 'lucide-react';
import Link from 'next/link';
import { usePathname } from 'next/navigation';
import { SheetReminder } from '@/components/start/steps/sheet-reminder';
import { classNames } from '@/components/ui/class-names';
import { Drawer } from '@/components/ui/overlay/drawer';
import { signOut } from '../menus/sign-out';
import { THEMES, useThemeChoice } from '../menus/themes';
import { DOCS, isWithin, type NavItem } from './nav-items';

const ROW = 'flex min-h-row w-full items-center gap-3 rounded-control px-3 text-left hover:bg-ink/6 active:bg-ink/10';

/** The rest of the console on phones: the pages that do not fit in the bar, theme, sign-out. */
export default function MoreSheet({
  accountId,
  open,
  onOpenChange,
  items,
}: {
  accountId: string;
  open: boolean;
  onOpenChange: (open: boolean) => void;
  items: readonly NavItem[];
}) {
  const pathname = usePathname();
  return (
    <Drawer open={open} onOpenChange={onOpenChange} title="More" side="bottom">
      <SheetReminder accountId={accountId} className={ROW} onFollow={() => onOpenChange(false)} />
      <ul className="flex flex-col gap-0.5">
        {items.map((item) => {
          const active = isWithin(item, pathname);
          const Icon = item.icon;
          return (
            <li key={item.href}>
              <Link
                href={item.href}
                prefetch={false}
                aria-current={active ? 'page' : undefined}
                onClick={() => onOpenChange(false)}
                className={classNames(ROW, active && 'bg-ink/4 font-medium')}
              >
                <Icon aria-hidden className="text-muted" />
                {item.label}
              </Link>
            </li>
          );
        })}
      </ul>
      <Link href={DOCS.href} prefetch={false} className={ROW}>
        <DOCS.icon aria-hidden className="text-muted" />
        {DOCS.label}
      </Link>
      <button type="button" onClick={signOut} className={ROW}>
        <LogOut aria-hidden className="text-muted" />
        Sign out
      </button>
      {/* Last: a second tap on More, which was at this position, must not sign anybody out. */}
      <ThemeRow />
    </Drawer>
  );
}

function ThemeRow() {
  const [theme, choose] = useThemeChoice();
  return (
    <div role="group" aria-label="Theme" className="mt-3 flex gap-1 border-t border-line pt-3">
      {THEMES.map(({ value, label, icon }) => (
        <button
          key={value}
          type="button"
          aria-pressed={theme === value}
          onClick={() => choose(value)}
          className="flex min-h-row flex-1 flex-col items-center justify-center gap-1 rounded-control py-2 text-sm text-muted aria-pressed:bg-ink/8 aria-pressed:text-ink"
        >
          {icon}
          {label}
        </button>
      ))}
    </div>
  );
}
