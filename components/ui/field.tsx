'use client';

import { Field as Base } from '@base-ui/react/field';
import { CircleAlert } from 'lucide-react';
import type { ComponentProps, ReactNode } from 'react';
import { classNames } from './class-names';

const CONTROL =
  'w-full rounded-control border border-edge bg-surface px-3 base:text-base text-ink transition-[border-color] hover:border-muted focus-visible:border-signal disabled:cursor-not-allowed disabled:opacity-60 data-invalid:border-stop pointer-coarse:text-lg';

/**
 * Label above the control, help below; an error replaces the help, so that nothing moves. Pass `Input`, `Textarea` or
 * `Select` as the child.
 * @param error the sentence under the control; marks it invalid and is announced
 * @param aside shown at the end of the label's line, e.g. a count or a link
 */
export function Field({
  label,
  help,
  error,
  aside,
  hideLabel = false,
  className,
  name,
  children,
}: {
  label: ReactNode;
  help?: ReactNode;
  error?: string | null;
  aside?: ReactNode;
  hideLabel?: boolean;
  className?: string;
  name?: string;
  children: ReactNode;
}) {
  return (
    <Base.Root name={name} invalid={Boolean(error)} className={classNames('flex flex-col gap-1.5', className)}>
      <div className={classNames('flex items-baseline justify-between gap-3', hideLabel && 'sr-only')}>
        <Base.Label className="text-sm font-medium text-ink">{label}</Base.Label>
        {aside ? <span className="text-xs text-muted">{aside}</span> : null}
      </div>
      {children}
      {help && !error ? <Base.Description className="text-sm text-muted">{help}</Base.Description> : null}
      <Base.Error match={Boolean(error)} className="flex items-start gap-1.5 text-sm text-stop">
        <CircleAlert className="mt-px" aria-hidden />
        <span>{error}</span>
      </Base.Error>
    </Base.Root>
  );
}

/**
 * A single-line text field; inside a `Field` it gets its label and description.
 * @param unit shown inside the field at its end, e.g. `USD`
 */
export function Input({
  className,
  unit,
  ...rest
}: ComponentProps<typeof Base.Control> & { unit?: ReactNode; className?: string }) {
  const input = (
    <Base.Control
      className={classNames(CONTROL, 'h-control pointer-coarse:h-11', Boolean(unit) && 'pr-14', className)}
      {...rest}
    />
  );
  if (!unit) return input;
  return (
    <div className="relative">
      {input}
      <span className="pointer-events-none absolute inset-y-0 right-3 flex items-center text-sm text-muted">
        {unit}
      </span>
    </div>
  );
}

/** A multi-line text field; `rows` as in HTML; grows with its content in browsers that support it. */
export function Textarea({ className, ...rest }: ComponentProps<'textarea'>) {
  return (
    <Base.Control
      render={<textarea {...rest} />}
      className={classNames(CONTROL, 'field-sizing-content base:min-h-20 resize-y py-2', className)}
    />
  );
}
