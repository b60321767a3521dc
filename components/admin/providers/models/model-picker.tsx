'use client';

import { Plus } from 'lucide-react';
import { useId, useState, type FormEvent } from 'react';
import { FailureNotice } from '@/components/frame/failure-notice';
import { Button } from '@/components/ui/button';
import { Field, Input } from '@/components/ui/field';
import { useLatch } from '@/components/ui/form/use-latch';
import { Skeleton } from '@/components/ui/show/skeleton';
import { WarnNote } from '@/components/ui/show/warn-note';
import type { ListedModels, ProviderView } from '@/lib/connected/contract';
import { PickerRow } from './picker-row';
import { type ChoosableModel, type Choice, firstChoice, missingPrice, toAdded } from './picker-choice';
import { shownModels } from './shown-models';
import { useAddModels, useListedModels } from '../use-providers';

const NOT_LOADED: ListedModels = { data: [], problem: null };

/** Chooses models of what a provider lists; the ones without a known price get one first. */
export function ModelPicker({ provider, hasModels }: { provider: ProviderView; hasModels: boolean }) {
  const [open, setOpen] = useState(!hasModels);
  if (open) return <ModelPickerForm provider={provider} onDone={() => setOpen(false)} />;
  return (
    <Button size="small" className="self-start" onClick={() => setOpen(true)}>
      <Plus aria-hidden />
      Add models
    </Button>
  );
}

/**
 * The form of it.
 * @param suggested the provider's name of a model that is chosen at first
 * @param firstIsDefault whether the first chosen model becomes the installation's default
 */
export function ModelPickerForm({
  provider,
  suggested = null,
  firstIsDefault = false,
  heading: Heading = 'h4',
  onDone,
}: {
  provider: ProviderView;
  suggested?: string | null;
  firstIsDefault?: boolean;
  heading?: 'h3' | 'h4';
  onDone: () => void;
}) {
  const labelId = useId();
  const listed = useListedModels(provider.id);
  const add = useAddModels(provider.id);
  const begin = useLatch(add.isPending);
  const [search, setSearch] = useState('');
  const list = listed.data ?? NOT_LOADED;
  const models = list.data;
  const first = models.find(({ upstreamName, servedAs }) => upstreamName === suggested && servedAs.length === 0);
  // Null until somebody chooses.
  const [own, setOwn] = useState<ReadonlyMap<string, Choice> | null>(null);
  const chosen = own ?? new Map(first && [[first.upstreamName, firstChoice(first)]]);
  // Chosen when the search last changed: their rows stay when they are unchosen, so that the focus has a place.
  const [held, setHeld] = useState<readonly ChoosableModel[]>([]);
  const [tried, setTried] = useState(false);
  const choose = (name: string, choice: Choice | null) => {
    const next = new Map(chosen);
    if (choice === null) next.delete(name);
    else next.set(name, choice);
    setOwn(next);
  };
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    setTried(true);
    const choices = [...chosen.values()];
    if (choices.length === 0 || choices.some((choice) => missingPrice(choice) !== null) || !begin()) return;
    add.mutate(
      { models: choices.map((choice, index) => toAdded(choice, firstIsDefault && index === 0)) },
      {
        onSuccess: () => {
          setOwn(new Map());
          setHeld([]);
          onDone();
        },
      },
    );
  };
  const { shown, hidden } = shownModels(list, search, { suggested, kept: [...held, ...modelsOf(chosen)] });
  return (
    <form noValidate aria-labelledby={labelId} onSubmit={submit} className="flex flex-col gap-3">
      <div className="flex min-h-8 items-center justify-between gap-3">
        <Heading id={labelId} className="text-sm font-medium">
          Add models
        </Heading>
        <ChooseAll models={shown} chosen={chosen} onChosen={setOwn} />
      </div>
      {listed.isError ? (
        <FailureNotice
          failure={listed.error}
          what="The list could not be loaded."
          onRetry={() => void listed.refetch()}
        />
      ) : null}
      {listed.data?.problem ? (
        <WarnNote
          title="Its models could not be listed."
          beside={
            <Button size="small" onClick={() => void listed.refetch()}>
              Retry
            </Button>
          }
        >
          <p className="text-muted">{listed.data.problem} You can still add one by its name.</p>
        </WarnNote>
      ) : null}
      <Field label="Find or name a model" hideLabel>
        <Input
          value={search}
          onChange={(event) => {
            setSearch(event.target.value);
            setHeld(modelsOf(chosen));
          }}
          // Enter would add what is chosen.
          onKeyDown={(event) => {
            if (event.key === 'Enter') event.preventDefault();
          }}
          placeholder="Find a model, or type the name of one"
          autoComplete="off"
          spellCheck={false}
        />
      </Field>
      {listed.isPending ? <Pending /> : null}
      <ul className="flex flex-col rounded-panel border border-line empty:hidden">
        {shown.map((model) => (
          <PickerRow
            key={model.upstreamName}
            model={model}
            choice={chosen.get(model.upstreamName) ?? null}
            showErrors={tried}
            onChoose={(choice) => choose(model.upstreamName, choice)}
          />
        ))}
      </ul>
      {hidden > 0 ? <p className="text-sm text-muted">{hidden} more. Type to find them.</p> : null}
      {listed.data?.problem === null && shown.length === 0 ? (
        <p className="text-sm text-muted">It lists no models. Type the name of one.</p>
      ) : null}
      {add.error ? <FailureNotice failure={add.error} what="No model was added." /> : null}
      <div className="flex flex-wrap items-center justify-end gap-3">
        {tried && chosen.size === 0 ? <p className="text-sm text-stop">Choose a model first</p> : null}
        <Button type="submit" kind="primary" busy={add.isPending}>
          {add.isPending ? 'Adding' : addText(chosen.size)}
        </Button>
      </div>
    </form>
  );
}

/** Chooses every model that is shown, has a known price, and is not served yet; or none. */
function ChooseAll({
  models,
  chosen,
  onChosen,
}: {
  models: readonly ChoosableModel[];
  chosen: ReadonlyMap<string, Choice>;
  onChosen: (chosen: ReadonlyMap<string, Choice>) => void;
}) {
  const choosable = models.filter(({ text, price, servedAs }) => text && price !== null && servedAs.length === 0);
  if (choosable.length < 2) return null;
  const left = choosable.filter(({ upstreamName }) => !chosen.has(upstreamName));
  if (left.length === 0) {
    return (
      <Button size="small" kind="plain" className="-mr-3" onClick={() => onChosen(new Map())}>
        Clear selection
      </Button>
    );
  }
  const all = left.map((model) => [model.upstreamName, firstChoice(model)] as const);
  return (
    <Button size="small" kind="plain" className="-mr-3" onClick={() => onChosen(new Map([...chosen, ...all]))}>
      Select all {choosable.length} with a price
    </Button>
  );
}

const modelsOf = (chosen: ReadonlyMap<string, Choice>) => [...chosen.values()].map(({ model }) => model);

function addText(count: number): string {
  if (count === 0) return 'Add models';
  return count === 1 ? 'Add 1 model' : `Add ${count} models`;
}

function Pending() {
  return (
    <div aria-busy className="flex flex-col gap-3 rounded-panel border border-line p-3">
      <Skeleton className="w-48" />
      <Skeleton className="w-40" />
      <Skeleton className="w-56" />
    </div>
  );
}
