'use client';

import { Combobox } from '@base-ui/react/combobox';
import { Braces, Brain, Check, Code, Eye, Star, Wrench, type LucideIcon } from 'lucide-react';
import { useState, type SyntheticEvent } from 'react';
import { classNames } from '@/components/ui/class-names';
import { useOpenAtOnce } from '@/components/ui/overlay/first-use';
import type { TextWireModel } from '@/lib/models/contract';
import { nameOf } from '@/lib/client/models';
import { abilitiesOf, formatPrice, formatTokens, matchesModel, type AbilityLabel } from './model-labels';
import { PickedModel, type ModelPickerProps } from './picked-model';
import { favoritesFirst, useFavorites } from './use-favorites';

/** Show a search box from this many models on. */
const SEARCH_FROM = 6;

/** The picker after its first use: its button and its list, initially open. */
export default function OpenModelPicker(props: ModelPickerProps) {
  const { models, pending, value, onChange } = props;
  const { open, setOpen, trigger } = useOpenAtOnce<HTMLButtonElement>();
  const searchable = models.length >= SEARCH_FROM;
  const [favorites, toggle] = useFavorites();
  // Nothing moves under the pointer: a new favorite moves to the top the next time the list opens.
  const [top, setTop] = useState(favorites);
  const kept = value !== null && favorites.has(value.id);
  return (
    <Combobox.Root
      open={open}
      onOpenChange={(next) => {
        setOpen(next);
        if (next) setTop(favorites);
      }}
      items={favoritesFirst(models, top)}
      value={value}
      onValueChange={(model: TextWireModel | null) => {
        if (model) onChange(model.id);
      }}
      filter={matchesModel}
      itemToStringLabel={(model: TextWireModel) => nameOf(model)}
      itemToStringValue={({ id }) => id}
      isItemEqualToValue={(item, chosen) => item.id === chosen.id}
      autoHighlight={searchable}
    >
      <Combobox.Trigger ref={trigger} render={props.trigger ?? <PickedModel {...props} />} />
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
              <p className="px-3 py-4 text-muted empty:hidden">{pending ? 'Loading models' : 'No models match.'}</p>
            </Combobox.Empty>
            <Combobox.List className="overflow-y-auto overscroll-contain p-1 empty:p-0">
              {(model: TextWireModel) => (
                <ModelOption
                  key={model.id}
                  model={model}
                  favorite={favorites.has(model.id)}
                  onToggleFavorite={() => toggle(model.id)}
                />
              )}
            </Combobox.List>
            {value && models.length > 1 ? (
              <button
                type="button"
                aria-pressed={kept}
                onClick={() => toggle(value.id)}
                className="flex min-h-9 items-center gap-2 border-t border-line px-3 text-left text-sm text-muted -outline-offset-2 transition-[color] hover:text-ink pointer-coarse:min-h-touch"
              >
                <Star aria-hidden className={classNames(kept && 'fill-current text-signal-ink')} />
                <span className="min-w-0 truncate">Favorite {nameOf(value)}</span>
              </button>
            ) : null}
          </Combobox.Popup>
        </Combobox.Positioner>
      </Combobox.Portal>
    </Combobox.Root>
  );
}

const MARKS: Record<AbilityLabel, LucideIcon> = {
  reasoning: Brain,
  vision: Eye,
  tools: Wrench,
  JSON: Braces,
  code: Code,
};

function ModelOption({
  model,
  favorite,
  onToggleFavorite,
}: {
  model: TextWireModel;
  favorite: boolean;
  onToggleFavorite: () => void;
}) {
  const offline = model.model_spec.offline;
  return (
    <Combobox.Item
      value={model}
      disabled={offline}
      className="group flex min-h-row cursor-default items-center gap-3 rounded-control px-2 py-1.5 outline-none select-none data-disabled:opacity-50 data-highlighted:bg-ink/6"
    >
      <span className="flex w-4 shrink-0 justify-center">
        <Combobox.ItemIndicator>
          <Check aria-hidden />
        </Combobox.ItemIndicator>
      </span>
      <span className="min-w-0 flex-1">
        <span className="flex items-baseline justify-between gap-3">
          <span className="truncate font-medium">
            {nameOf(model)}
            {favorite ? <span className="sr-only"> (favorite)</span> : null}
          </span>
          <span className="figure-text text-xs text-muted">{formatPrice(model)}</span>
        </span>
        <span className="flex flex-wrap gap-x-2.5 text-xs text-muted">
          <span className="whitespace-nowrap">
            {formatTokens(model.context_length)} context{offline ? ' · offline' : ''}
          </span>
          {abilitiesOf(model).map((ability) => {
            const Mark = MARKS[ability];
            return (
              <span key={ability} className="flex items-center gap-1 whitespace-nowrap">
                <Mark aria-hidden className="size-3" />
                {ability}
              </span>
            );
          })}
        </span>
      </span>
      <FavoriteStar favorite={favorite} onToggleFavorite={onToggleFavorite} />
    </Combobox.Item>
  );
}

/** For pointers only: an option cannot contain other focusable controls. Keyboards use the button below the list. */
function FavoriteStar({ favorite, onToggleFavorite }: { favorite: boolean; onToggleFavorite: () => void }) {
  const keep = (event: SyntheticEvent) => {
    // Do not select the option underneath.
    event.stopPropagation();
    event.preventDefault();
  };
  return (
    <span
      aria-hidden
      data-testid="favorite"
      onPointerDown={keep}
      onMouseDown={keep}
      onMouseUp={keep}
      onPointerUp={keep}
      onClick={(event) => {
        keep(event);
        onToggleFavorite();
      }}
      className={classNames(
        'flex size-8 shrink-0 items-center justify-center rounded-control hover:bg-ink/6 pointer-coarse:size-touch',
        favorite ? 'text-signal-ink' : 'text-muted pointer-fine:opacity-0 group-hover:opacity-100',
      )}
    >
      <Star className={classNames(favorite && 'fill-current')} />
    </span>
  );
}
