import { cva, type VariantProps } from 'class-variance-authority';
import type { ComponentProps } from 'react';
import { classNames } from '../class-names';

const badge = cva(
  'base:inline-flex h-5 shrink-0 items-center gap-1 rounded-full border px-2 text-xs whitespace-nowrap [&_svg]:size-3',
  {
    variants: {
      tone: {
        plain: 'border-line text-muted',
        ink: 'border-ink/25 text-ink',
        signal: 'border-signal/40 text-signal-ink',
        go: 'border-go/40 text-go',
        warn: 'border-warn/40 text-warn',
        stop: 'border-stop/40 text-stop',
      },
    },
    defaultVariants: { tone: 'plain' },
  },
);

/** One or two words about the item next to it. The text carries the meaning, the color only emphasizes it. */
export function Badge({ tone, className, ...rest }: ComponentProps<'span'> & VariantProps<typeof badge>) {
  return <span className={classNames(badge({ tone }), className)} {...rest} />;
}
