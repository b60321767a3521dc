'use client';

import { Combobox } from '@base-ui/react/combobox';
import { Check, ChevronsUpDown } from 'lucide-react';
import type { TextWireModel } from '@/lib/models/contract';
import { abilitiesOf, formatPrice, formatTokens, matchesModel, nameOf, pickedName } from './model-facts';

/** From this many models on a search box helps. */
const SEARCH_FROM = 6;

/** Which model the next message goes to: name, context and price per million tokens at a glance. */
export function ModelPicker({
  models,
  pending,
  value,
  unknownId,
  onChange,
}: {
  models: TextWireModel[];
  /** The list is still on its way. */
  pending: boolean;
  /** The chosen model; null where it is not served or none is chosen. */
  value: TextWireModel | null;
  /** The id that was chosen, shown where it is not served. */
  unknownId: string | null;
  onChange: (id: string) => void;
}) {
  const searchable = models.length >= SEARCH_FROM;
  const name = pickedName(value, { pending, count: models.length, unknownId });
  return (
    <Combobox.Root
      items={models}
      value={value}
      onValueChange={(model: TextWireModel | null) => {
        if (model) onChange(model.id);
      }}
      filter={matchesModel}
      itemToStringLabel={nameOf}
      itemToStringValue={({ id }) => id}
      isItemEqualToValue={(item, chosen) => item.id === chosen.id}
      autoHighlight={searchable}
    >
      <Combobox.Trigger
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
        <Combobox.Icon>
          <ChevronsUpDown aria-hidden />
        </Combobox.Icon>
      </Combobox.Trigger>
      <Combobox.Portal>
        <Combobox.Positioner side="top" align="start" sideOffset={8} collisionPadding={8} className="z-50 outline-none">
          <Combobox.Popup
            aria-label="Choose a model"
            className="flex max-h-[min(28rem,var(--available-height))] w-[min(26rem,var(--available-width))] flex-col rounded-panel border border-line bg-surface shadow-float outline-none transition-opacity data-ending-style:opacity-0 data-starting-style:opacity-0"
          >
            <div className={searchable ? 'border-b border-line p-2' : 'sr-only'}>
              <Combobox.Input
                aria-label="Search models"
                placeholder="Search models"
                className="h-8 w-full rounded-control bg-transparent px-2 text-base outline-none pointer-coarse:h-touch pointer-coarse:text-lg"
              />
            </div>
            <p className="flex justify-between px-3 pt-2 pb-1 text-xs text-muted">
              <span>Model</span>
              <span>USD per million tokens</span>
            </p>
            <Combobox.Empty>
              <p className="px-3 py-4 text-muted empty:hidden">
                {pending ? 'The models are being listed.' : 'No model has this name.'}
              </p>
            </Combobox.Empty>
            <Combobox.List className="overflow-y-auto overscroll-contain p-1 empty:p-0">
              {(model: TextWireModel) => <ModelOption key={model.id} model={model} />}
            </Combobox.List>
          </Combobox.Popup>
        </Combobox.Positioner>
      </Combobox.Portal>
    </Combobox.Root>
  );
}

function ModelOption({ model }: { model: TextWireModel }) {
  const offline = model.model_spec.offline;
  const marks = [
    `${formatTokens(model.context_length)} context`,
    ...abilitiesOf(model),
    ...(offline ? ['offline'] : []),
  ];
  return (
    <Combobox.Item
      value={model}
      disabled={offline}
      className="flex min-h-row cursor-default items-center gap-3 rounded-control px-2 py-1.5 outline-none select-none data-disabled:opacity-50 data-highlighted:bg-ink/6"
    >
      <span className="flex w-4 shrink-0 justify-center">
        <Combobox.ItemIndicator>
          <Check aria-hidden />
        </Combobox.ItemIndicator>
      </span>
      <span className="min-w-0 flex-1">
        <span className="block truncate font-medium">{nameOf(model)}</span>
        <span className="block truncate text-xs text-muted">{marks.join(' · ')}</span>
      </span>
      <span className="figure-text text-right text-xs text-muted">{formatPrice(model)}</span>
    </Combobox.Item>
  );
}
