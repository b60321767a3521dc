'use client';

import type { ComponentProps, ReactNode } from 'react';
import { classNames } from './class-names';
import { Tooltip } from './tip/tooltip';

/** What an `IconButton` takes beside a button's own properties. */
export type IconButtonProps = Omit<ComponentProps<'button'>, 'children' | 'aria-label'> & {
  /** The accessible name, shown as a tooltip too. */
  label: string;
  /** One lucide icon. */
  icon: ReactNode;
  size?: 'small' | 'medium';
  /** A toggle's state; leave it out where the button is no toggle. */
  pressed?: boolean;
  /** Off where a tooltip would cover something. */
  tooltip?: boolean;
};

/** A square button with an icon alone. 32 px small, 36 px medium; 40 px on touch screens. */
export function IconButton({
  label,
  icon,
  size = 'medium',
  pressed,
  tooltip = true,
  className,
  type = 'button',
  ...rest
}: IconButtonProps) {
  const button = (
    <button
      type={type}
      aria-label={label}
      aria-pressed={pressed}
      className={classNames(
        'inline-flex shrink-0 items-center justify-center rounded-control text-muted transition-[background-color,color] hover:bg-ink/6 hover:text-ink active:bg-ink/10 disabled:cursor-not-allowed disabled:opacity-50 aria-pressed:bg-ink/8 aria-pressed:text-ink pointer-coarse:size-touch [&_svg]:size-4',
        size === 'small' ? 'size-8' : 'size-control',
        className,
      )}
      {...rest}
    >
      {icon}
    </button>
  );
  return tooltip ? <Tooltip label={label}>{button}</Tooltip> : button;
}
