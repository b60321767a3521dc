'use client';

import { ChevronsUpDown } from 'lucide-react';
import type { ComponentProps, ReactElement } from 'react';
import type { TextWireModel } from '@/lib/models/contract';
import { classNames } from '@/components/ui/class-names';
import { formatPrice, formatTokens, pickedName } from './model-labels';

/** The picker's props. */
export type ModelPickerProps = {
  models: TextWireModel[];
  /** The list is still loading. */
  pending: boolean;
  /** The chosen model; null if it is not served or none is chosen. */
  value: TextWireModel | null;
  /** The chosen ID, shown if it is not served. */
  unknownId: string | null;
  onChange: (id: string) => void;
  /** Shows context and prices on a line below the name; for narrow columns. */
  stacked?: boolean;
  /** Opens the picker instead of the chosen model's name; accepts a ref and a button's props. */
  trigger?: ReactElement<Record<string, unknown>>;
};

/** The button that opens the picker. */
export function PickedModel({
  models,
  pending,
  value,
  unknownId,
  onChange: _taken,
  trigger: _own,
  stacked = false,
  ...rest
}: ModelPickerProps & Omit<ComponentProps<'button'>, keyof ModelPickerProps>) {
  const name = pickedName(value, { pending, count: models.length, unknownId });
  return (
    <button
      type="button"
      {...rest}
      aria-label={`Model: ${name}`}
      aria-busy={pending || undefined}
      data-testid="model-picker"
      className={classNames(
        'flex min-w-0 items-center gap-2 rounded-control px-2 text-sm text-muted transition-[background-color,color] hover:bg-ink/6 hover:text-ink data-popup-open:bg-ink/6',
        stacked ? 'min-h-8 py-1 text-left pointer-coarse:min-h-touch' : 'h-8 pointer-coarse:h-touch',
      )}
    >
      <span className={stacked ? 'flex min-w-0 flex-col' : 'contents'}>
        <span
          title={stacked ? name : undefined}
          className={classNames(
            // Long names wrap, so that three models side by side can be told apart.
            stacked ? 'line-clamp-2 wrap-anywhere' : 'truncate',
            !pending && 'font-medium text-ink',
          )}
        >
          {name}
        </span>
        {value ? (
          <span
            className={classNames(
              'text-xs',
              stacked ? 'flex flex-wrap gap-x-2' : 'figure-text hidden @2xl/controls:inline',
            )}
          >
            <span className="figure-text">{formatTokens(value.context_length)}</span>
            {stacked ? null : ' · '}
            <span className="figure-text">{formatPrice(value)}</span>
          </span>
        ) : null}
      </span>
      <ChevronsUpDown aria-hidden className="size-4" />
    </button>
  );
}
