'use client';

import { ChevronsUpDown } from 'lucide-react';
import type { ComponentProps } from 'react';
import type { TextWireModel } from '@/lib/models/contract';
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
};

/** The button that opens the picker. */
export function PickedModel({
  models,
  pending,
  value,
  unknownId,
  onChange: _taken,
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
      className="flex h-8 min-w-0 items-center gap-2 rounded-control px-2 text-sm text-muted transition-[background-color,color] hover:bg-ink/6 hover:text-ink data-popup-open:bg-ink/6 pointer-coarse:h-touch"
    >
      <span className={pending ? 'truncate' : 'truncate font-medium text-ink'}>{name}</span>
      {value ? (
        <span className="figure-text hidden text-xs md:inline">
          {formatTokens(value.context_length)} · {formatPrice(value)}
        </span>
      ) : null}
      <ChevronsUpDown aria-hidden className="size-4" />
    </button>
  );
}
