import type { ComponentProps } from 'react';
import { classNames } from '../../class-names';

/**
 * A table. On phones it scrolls horizontally; on wider screens its header is sticky instead, so let one column shrink
 * (`w-full max-w-0` and `truncate`). `label` says what it lists.
 */
export function Table({ label, className, ...rest }: ComponentProps<'table'> & { label: string }) {
  return (
    <div
      className="overflow-x-auto rounded-panel sm:overflow-clip border border-line bg-surface"
      tabIndex={0}
      role="region"
      aria-label={label}
    >
      <table
        aria-label={label}
        className={classNames('w-full border-collapse text-left text-base', className)}
        {...rest}
      />
    </div>
  );
}

/** A column header: small, muted, sticky. `figures` for columns of numbers. */
export function HeadCell({ figures = false, className, ...rest }: ComponentProps<'th'> & { figures?: boolean }) {
  return (
    <th
      scope="col"
      className={classNames(
        'base:sticky top-0 h-9 border-b border-line bg-surface base:px-3 text-xs font-normal whitespace-nowrap text-muted base:sm:px-4',
        figures && 'text-right',
        className,
      )}
      {...rest}
    />
  );
}

/**
 * A row 44 px tall, with a divider above all but the first. Actions inside may appear on `group-hover` and
 * `group-focus-within`.
 */
export function Row({ className, ...rest }: ComponentProps<'tr'>) {
  return (
    <tr
      className={classNames(
        'group h-row base:border-t border-line first:border-t-0 base:hover:bg-sunken/60',
        className,
      )}
      {...rest}
    />
  );
}

/** A cell; `figures` right-aligns it with tabular digits. */
export function Cell({ figures = false, className, ...rest }: ComponentProps<'td'> & { figures?: boolean }) {
  return (
    <td
      className={classNames(
        'base:px-3 py-2 base:align-middle base:sm:px-4',
        figures && 'figure-text text-right',
        className,
      )}
      {...rest}
    />
  );
}
