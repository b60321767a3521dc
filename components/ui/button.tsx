import { cva, type VariantProps } from 'class-variance-authority';
import Link from 'next/link';
import type { ComponentProps } from 'react';
import { classNames } from './class-names';

const button = cva(
  'base:inline-flex base:shrink-0 select-none items-center justify-center gap-2 whitespace-nowrap rounded-control base:font-medium transition-[background-color,border-color,color,opacity] disabled:cursor-not-allowed disabled:opacity-50 aria-disabled:cursor-not-allowed aria-disabled:opacity-50 [&_svg]:size-4 [&_svg]:shrink-0',
  {
    variants: {
      kind: {
        primary: 'bg-ink base:text-paper hover:bg-ink/88 active:bg-ink/80',
        quiet: 'border border-line bg-surface base:text-ink hover:border-edge hover:bg-sunken active:bg-line/60',
        plain: 'base:text-ink hover:bg-ink/6 active:bg-ink/10',
        danger: 'bg-stop base:text-paper hover:bg-stop/90 active:bg-stop/80',
      },
      size: {
        small: 'h-8 base:px-3 base:text-sm pointer-coarse:min-h-touch',
        medium: 'h-control base:px-4 base:text-base pointer-coarse:min-h-touch',
        large: 'h-11 base:px-6 base:text-base',
      },
    },
    defaultVariants: { kind: 'quiet', size: 'medium' },
  },
);

type Look = VariantProps<typeof button>;

/** The props of `Button`: one `primary` per view, everything else `quiet` or `plain`. */
export type ButtonProps = ComponentProps<'button'> &
  Look & {
    /** Busy: the button keeps its width and label, ignores clicks, and sets `aria-busy`. */
    busy?: boolean;
  };

/** A button labeled with a verb. `type` defaults to `button`. */
export function Button({ kind, size, busy = false, className, type = 'button', onClick, ...rest }: ButtonProps) {
  return (
    <button
      type={type}
      aria-busy={busy || undefined}
      aria-disabled={busy || undefined}
      onClick={busy ? (event) => event.preventDefault() : onClick}
      className={classNames(button({ kind, size }), className)}
      {...rest}
    />
  );
}

/** A link that looks like a button, for navigation. Not prefetched: every page is rendered per request. */
export function ButtonLink({ kind, size, className, ...rest }: ComponentProps<typeof Link> & Look) {
  return <Link prefetch={false} className={classNames(button({ kind, size }), className)} {...rest} />;
}
