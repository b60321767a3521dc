'use client';

import { Menu as Base } from '@base-ui/react/menu';
import { Check } from 'lucide-react';
import Link from 'next/link';
import { useRef } from 'react';
import { classNames } from '../class-names';
import {
  MenuPartsContext,
  type MenuItemProps,
  type MenuLinkProps,
  type MenuProps,
  type MenuRadioGroupProps,
} from './menu-parts';
import { useOpenAtOnce } from './first-use';

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
}: MenuProps & { byKeyboard: boolean }) {
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
            <MenuPartsContext value={PARTS}>{children}</MenuPartsContext>
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

const PARTS = { Item, LinkItem, RadioGroup, Separator };
