'use client';

import { Menu as Base } from '@base-ui/react/menu';
import { Check } from 'lucide-react';
import Link from 'next/link';
import { useRef, type ReactElement, type ReactNode } from 'react';
import { classNames } from '../class-names';
import { useOpenAtOnce } from './first-use';

/** The props of a menu, without its content. */
export type MenuProps = {
  trigger: ReactElement<Record<string, unknown>>;
  side?: 'top' | 'right' | 'bottom' | 'left';
  align?: 'start' | 'center' | 'end';
  className?: string;
};

export type MenuItemProps = {
  icon?: ReactNode;
  danger?: boolean;
  disabled?: boolean;
  onSelect: () => void;
  children: ReactNode;
};

export type MenuLinkProps = { icon?: ReactNode; href: string; children: ReactNode };

export type MenuRadioGroupProps<V extends string> = {
  label: string;
  value: V;
  onChange: (value: V) => void;
  options: readonly { value: V; label: ReactNode; icon?: ReactNode }[];
};

const PARTS = { Item, LinkItem, RadioGroup, Separator };
/** What a menu's content is made of. */
export type MenuParts = typeof PARTS;

const ITEM =
  'flex min-h-9 cursor-default items-center gap-3 rounded-control px-2 py-1.5 outline-none select-none data-disabled:opacity-50 data-highlighted:bg-ink/6 pointer-coarse:min-h-touch';

/** A menu after its first use: its trigger and its panel, initially open. */
export default function OpenMenu({
  trigger,
  side = 'bottom',
  align = 'end',
  className,
  byKeyboard,
  children,
}: MenuProps & { byKeyboard: boolean; children: (parts: MenuParts) => ReactNode }) {
  const popup = useRef<HTMLDivElement>(null);
  const { open, setOpen, trigger: triggerRef } = useOpenAtOnce<HTMLButtonElement>();
  return (
    <Base.Root
      open={open}
      onOpenChange={(next) => setOpen(next)}
      onOpenChangeComplete={(isOpen) => {
        // The first time, it is opened programmatically and not by its trigger, which would have focused the first
        // item.
        if (isOpen && byKeyboard && document.activeElement === popup.current) focusFirst(popup.current);
      }}
    >
      <Base.Trigger ref={triggerRef} render={trigger} />
      <Base.Portal>
        <Base.Positioner side={side} align={align} sideOffset={6} collisionPadding={8} className="z-50 outline-none">
          <Base.Popup
            ref={popup}
            className={classNames(
              'max-h-(--available-height) min-w-48 overflow-y-auto rounded-panel border border-line bg-surface p-1 shadow-float outline-none transition-opacity data-ending-style:opacity-0 data-starting-style:opacity-0',
              className,
            )}
          >
            {children(PARTS)}
          </Base.Popup>
        </Base.Positioner>
      </Base.Portal>
    </Base.Root>
  );
}

function focusFirst(popup: HTMLElement | null): void {
  popup?.querySelector<HTMLElement>('[role^="menuitem"]')?.focus();
}

function Item({ icon, danger = false, disabled, onSelect, children }: MenuItemProps) {
  return (
    <Base.Item disabled={disabled} onClick={onSelect} className={classNames(ITEM, danger && 'text-stop')}>
      {icon ? <span className={danger ? undefined : 'text-muted'}>{icon}</span> : null}
      {children}
    </Base.Item>
  );
}

function LinkItem({ icon, href, children }: MenuLinkProps) {
  return (
    <Base.LinkItem closeOnClick render={<Link href={href} prefetch={false} />} className={ITEM}>
      {icon ? <span className="text-muted">{icon}</span> : null}
      {children}
    </Base.LinkItem>
  );
}

function RadioGroup({ label, value, onChange, options }: MenuRadioGroupProps<string>) {
  return (
    <Base.Group>
      <Base.GroupLabel className="px-2 pt-1.5 pb-1 text-xs text-muted">{label}</Base.GroupLabel>
      <Base.RadioGroup value={value} onValueChange={(next: string) => onChange(next)}>
        {options.map((option) => (
          <Base.RadioItem key={option.value} value={option.value} closeOnClick className={ITEM}>
            {option.icon ? <span className="text-muted">{option.icon}</span> : null}
            <span className="flex-1">{option.label}</span>
            <span className="flex w-4 justify-center">
              <Base.RadioItemIndicator>
                <Check aria-hidden />
              </Base.RadioItemIndicator>
            </span>
          </Base.RadioItem>
        ))}
      </Base.RadioGroup>
    </Base.Group>
  );
}

function Separator() {
  return <Base.Separator className="-mx-1 my-1 h-px bg-line" />;
}
