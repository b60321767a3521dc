'use client';

import { Search, SlidersHorizontal } from 'lucide-react';
import { useState } from 'react';
import { Button } from '@/components/ui/button';
import { classNames } from '@/components/ui/class-names';
import { Field, Input } from '@/components/ui/field';
import { Select, type SelectOption } from '@/components/ui/select';
import { ABILITY_KEYS, abilityOf, type AbilityKey } from '../details/abilities';
import { MODEL_SORTS, SORTS, type ModelSort } from './sorts';
import type { ChangeLocation, ContextKey, ModelsLocation } from './use-models-location';

const PRIVACIES: readonly SelectOption<'all' | 'private' | 'anonymized'>[] = [
  { value: 'all', label: 'Any privacy' },
  { value: 'private', label: 'Private', note: 'Stays on this service' },
  { value: 'anonymized', label: 'Anonymized', note: 'Runs on a third party' },
];
const CONTEXTS: readonly SelectOption<'any' | ContextKey>[] = [
  { value: 'any', label: 'Any context' },
  { value: '8k', label: '8K tokens or more' },
  { value: '32k', label: '32K tokens or more' },
  { value: '128k', label: '128K tokens or more' },
  { value: '1m', label: '1M tokens or more' },
];
const MAX_SEARCH_CHARACTERS = 200;
const PRESSED = 'px-3 font-normal aria-pressed:border-ink aria-pressed:bg-ink/8';

/**
 * Search, sort order, and filters. On phones the filters are collapsed.
 * @param filters how many filters hide models
 * @param signedIn whether the visitor has used models
 */
export function FilterBar({
  location,
  filters,
  signedIn,
  onChange,
}: {
  location: ModelsLocation;
  filters: number;
  signedIn: boolean;
  onChange: ChangeLocation;
}) {
  // The filters of a shared URL are visible immediately.
  const [open, setOpen] = useState(filters > 0);
  const folded = !open && 'max-sm:hidden';
  return (
    <search className="flex flex-col gap-3">
      <div className="flex flex-wrap gap-3">
        <Field label="Search models" hideLabel className="w-full sm:w-72">
          <div className="relative">
            <Search aria-hidden className="pointer-events-none absolute inset-y-0 left-3 my-auto text-muted" />
            <Input
              type="search"
              placeholder="Name, ID, or keyword"
              value={location.q}
              maxLength={MAX_SEARCH_CHARACTERS}
              onChange={(event) => onChange({ q: event.target.value })}
              className="pl-9"
            />
          </div>
        </Field>
        <Select<ModelSort>
          label="Sort models by"
          value={location.sort}
          onChange={(sort) => onChange({ sort, reversed: false })}
          options={sortOptions(location, signedIn)}
          className="w-auto min-w-44 max-sm:flex-1"
        />
        <Button
          aria-expanded={open}
          aria-controls="model-filters model-abilities"
          onClick={() => setOpen(!open)}
          className="font-normal pointer-coarse:h-11 sm:hidden"
        >
          <SlidersHorizontal aria-hidden />
          Filters{filters > 0 ? ` · ${filters}` : ''}
        </Button>
        <div id="model-filters" className={classNames('flex flex-wrap gap-3', folded)}>
          <Select
            label="Privacy"
            value={location.privacy ?? 'all'}
            onChange={(privacy) => onChange({ privacy: privacy === 'all' ? null : privacy })}
            options={PRIVACIES}
            className="w-auto min-w-36"
          />
          <Select
            label="Minimum context"
            value={location.context ?? 'any'}
            onChange={(context) => onChange({ context: context === 'any' ? null : context })}
            options={CONTEXTS}
            className="w-auto min-w-36"
          />
          <Button
            aria-pressed={location.lasting}
            onClick={() => onChange({ lasting: !location.lasting })}
            className={classNames(PRESSED, 'pointer-coarse:h-11')}
          >
            Hide deprecated
          </Button>
          {signedIn ? (
            <Button
              aria-pressed={location.used}
              onClick={() => onChange({ used: !location.used })}
              className={classNames(PRESSED, 'pointer-coarse:h-11')}
            >
              Used by you
            </Button>
          ) : null}
        </div>
      </div>
      <div
        id="model-abilities"
        role="group"
        aria-label="Required abilities"
        className={classNames('flex flex-wrap gap-2', folded)}
      >
        {ABILITY_KEYS.map((key) => (
          <AbilityToggle
            key={key}
            ability={key}
            pressed={location.can.includes(key)}
            onPress={(pressed) => onChange({ can: pressed ? [...location.can, key] : without(location.can, key) })}
          />
        ))}
      </div>
    </search>
  );
}

/** The orders in their natural direction; the current one may be reversed, by the headers of the table. */
function sortOptions({ sort, reversed }: ModelsLocation, signedIn: boolean): SelectOption<ModelSort>[] {
  return MODEL_SORTS.filter((value) => signedIn || value !== 'used').map((value) => {
    const { natural, reversed: other } = SORTS[value].labels;
    return { value, label: value === sort && reversed ? other : natural };
  });
}

function AbilityToggle({
  ability,
  pressed,
  onPress,
}: {
  ability: AbilityKey;
  pressed: boolean;
  onPress: (pressed: boolean) => void;
}) {
  const { label, icon: Icon } = abilityOf(ability);
  return (
    <Button
      aria-pressed={pressed}
      onClick={() => onPress(!pressed)}
      className={classNames(PRESSED, 'pointer-coarse:h-11')}
    >
      <Icon aria-hidden className="text-muted" />
      {label}
    </Button>
  );
}

const without = (keys: readonly AbilityKey[], key: AbilityKey) => keys.filter((other) => other !== key);
