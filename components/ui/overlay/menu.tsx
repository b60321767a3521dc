'use client';

import { Menu as Base } from '@base-ui/react/menu';
import { Check } from 'lucide-react';
import type { ReactElement, ReactNode } from 'react';
import { classNames } from '../class-names';

const ITEM =
  'flex min-h-9 cursor-default items-center gap-3 rounded-control px-2 py-1.5 outline-none select-none data-disabled:opacity-50 data-highlighted:bg-ink/6 pointer-coarse:min-h-touch';

/**
 * A menu under its trigger. The trigger is one element that takes a ref, e.g. an `IconButton`.
 * Fill it with `MenuItem`, `MenuLink`, `MenuRadioGroup`, `MenuSeparator`.
 */
export function Menu({
  trigger,
  side = 'bottom',
  align = 'end',
  className,
  children,
}: {
  trigger: ReactElement<Record<string, unknown>>;
  side?: 'top' | 'right' | 'bottom' | 'left';
  align?: 'start' | 'center' | 'end';
  className?: string;
  children: ReactNode;
}) {
  return (
    <Base.Root>
      <Base.Trigger render={trigger} />
      <Base.Portal>
        <Base.Positioner side={side} align={align} sideOffset={6} collisionPadding={8} className="z-50 outline-none">
          <Base.Popup
            className={classNames(
              'max-h-(--available-height) min-w-48 overflow-y-auto rounded-panel border border-line bg-surface p-1 shadow-float outline-none transition-opacity data-ending-style:opacity-0 data-starting-style:opacity-0',
              className,
            )}
          >
            {children}
          </Base.Popup>
        </Base.Positioner>
      </Base.Portal>
    </Base.Root>
  );
}

/** One action of a menu. `danger` for what removes something. */
export function MenuItem({
  icon,
  danger = false,
  disabled,
  onSelect,
  children,
}: {
  icon?: ReactNode;
  danger?: boolean;
  disabled?: boolean;
  onSelect: () => void;
  children: ReactNode;
}) {
  return (
    <Base.Item disabled={disabled} onClick={onSelect} className={classNames(ITEM, danger && 'text-stop')}>
      {icon ? <span className={danger ? undefined : 'text-muted'}>{icon}</span> : null}
      {children}
    </Base.Item>
  );
}

/** Choices of which one holds, with a mark at it. */
export function MenuRadioGroup<V extends string>({
  label,
  value,
  onChange,
  options,
}: {
  label: string;
  value: V;
  onChange: (value: V) => void;
  options: readonly { value: V; label: ReactNode; icon?: ReactNode }[];
}) {
  return (
    <Base.Group>
      <Base.GroupLabel className="px-2 pt-1.5 pb-1 text-xs text-muted">{label}</Base.GroupLabel>
      <Base.RadioGroup value={value} onValueChange={(next: V) => onChange(next)}>
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

/** A hairline between groups of a menu. */
export function MenuSeparator() {
  return <Base.Separator className="-mx-1 my-1 h-px bg-line" />;
}
