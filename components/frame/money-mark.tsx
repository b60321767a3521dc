'use client';

import { FlaskConical } from 'lucide-react';
import { createContext, use, type ReactNode } from 'react';
import { classNames } from '@/components/ui/class-names';
import { Popover } from '@/components/ui/overlay/popover';

const TestMoney = createContext(false);

/** Says to all components of a page whether the installation's money is test money (docs/operations.md, "Test money"). */
export function TestMoneyProvider({ isOn, children }: { isOn: boolean; children: ReactNode }) {
  return <TestMoney value={isOn}>{children}</TestMoney>;
}

/** Whether the installation's money is test money. */
export function useTestMoney(): boolean {
  return use(TestMoney);
}

/** Marks a page as one with test money, and explains it when opened. Nothing where the money is real. */
export function MoneyMark({ className }: { className?: string }) {
  if (!useTestMoney()) return null;
  return (
    <Popover title="Test money" trigger={<MoneyMarkButton className={className} />}>
      {() => (
        <p className="mt-2 text-sm">
          This server takes payments on a local Base and a local Solana. Credit here costs nothing, is worth nothing,
          and buys answers of embedded models only.
        </p>
      )}
    </Popover>
  );
}

function MoneyMarkButton({ className, ...rest }: { className?: string | undefined }) {
  return (
    <button
      type="button"
      title="Credit here costs nothing and is worth nothing."
      {...rest}
      className={classNames(
        // On touch screens it is larger than it looks.
        'relative inline-flex h-7 shrink-0 items-center gap-1.5 rounded-full border border-warn/50 bg-warn/8 px-2.5 text-xs font-medium whitespace-nowrap text-warn transition-[border-color] hover:border-warn pointer-coarse:after:absolute pointer-coarse:after:-inset-y-1.5 pointer-coarse:after:inset-x-0',
        className,
      )}
    >
      {/* The narrowest phones have space for the picture alone, other phones for the words alone. */}
      <FlaskConical aria-hidden className="max-sm:hidden max-[23.4rem]:block" />
      <span className="max-[23.4rem]:sr-only">Test money</span>
    </button>
  );
}
