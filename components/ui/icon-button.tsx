'use client';

import type { ComponentProps, ReactNode } from 'react';
import { classNames } from './class-names';
import { Tooltip } from './tip/tooltip';

/** The props of an `IconButton` in addition to those of a button. */
export type IconButtonProps = Omit<ComponentProps<'button'>, 'children' | 'aria-label'> & {
  /** The accessible name, also shown as a tooltip. */
  label: string;
  /** One lucide icon. */
  icon: ReactNode;
  size?: 'small' | 'medium';
  /** A toggle's state; omit it for other buttons. */
  pressed?: boolean;
  /** False if a tooltip would cover something. */
  tooltip?: boolean;
};

/** A square button with only an icon: 32 px if small, 36 px if medium; 40 px on touch screens. */
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
