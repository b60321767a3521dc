'use client';

import { useId, useState, type FormEvent } from 'react';
import { FailureNotice } from '@/components/frame/failure-notice';
import { Button } from '@/components/ui/button';
import { Field, Input } from '@/components/ui/field';
import { focusFirstError, useForm } from '@/components/ui/form/use-form';
import { useLatch } from '@/components/ui/form/use-latch';
import { Drawer } from '@/components/ui/overlay/drawer';
import { Select } from '@/components/ui/select';
import { EmptyState } from '@/components/ui/show/empty-state';
import { WarnNote } from '@/components/ui/show/warn-note';
import { Switch } from '@/components/ui/switch';
import { isApiFailure } from '@/lib/client/failure';
import { MODEL_CLASSES } from '@/lib/connected/constants';
import type { ConnectedModelView, ProvidersView } from '@/lib/connected/contract';
import { Section } from '../../accounts/section';
import { AbilityChecks } from './ability-checks';
import { changedMembers, type ModelChoices, ModelFields, toChange, toModelIssues, valuesOf } from './model-form';
import { RemoveSection } from '../remove-section';
import { UpstreamOrder } from './upstream-order';
import { useChangeModel, useRemoveModel } from '../use-providers';

const CLASSES = MODEL_CLASSES.map((value) => ({ value, label: value }));
const PRIVACIES = [
  { value: 'private', label: 'Private', note: 'It runs on your own machines.' },
  { value: 'anonymized', label: 'Anonymized', note: 'It runs at a third party, which does not learn who asks.' },
] as const;

const STOP = {
  title: 'Stop serving',
  sentence: 'Requests that name it are refused. Running requests finish.',
  verbs: { ask: 'Stop serving', keep: 'Keep serving', confirm: 'Stop serving', busy: 'Stopping' },
};
const REMOVE = {
  title: 'Remove model',
  sentence: 'Newer versions will not have it either.',
  verbs: { ask: 'Remove model', keep: 'Keep model', confirm: 'Remove', busy: 'Removing' },
};

/** One connected model: what it costs, what it is called, what it can do, and who answers. */
export default function ModelDrawer({
  modelKey,
  view,
  open,
  onClose,
}: {
  modelKey: string;
  view: ProvidersView | undefined;
  open: boolean;
  onClose: () => void;
}) {
  const model = view?.models.find(({ key }) => key === modelKey);
  const unreadable = view?.unreadable.find(({ key }) => key === modelKey);
  return (
    <Drawer
      open={open}
      onOpenChange={(next) => {
        if (!next) onClose();
      }}
      title={model?.id ?? unreadable?.id ?? 'Model'}
      className="max-w-dialog max-sm:max-w-full"
    >
      {view && !model && !unreadable && open ? (
        <EmptyState
          title="Model not found"
          sentence="It may have been removed."
          action={<Button onClick={onClose}>Show all models</Button>}
          className="border-t-0 pt-0"
        />
      ) : null}
      {model && view ? <About {...{ model, view, onClose }} /> : null}
      {unreadable && view ? (
        <div className="flex flex-col gap-6">
          <WarnNote title="It is not served.">{unreadable.problem}</WarnNote>
          <RemoveModel modelKey={modelKey} view={view} onClose={onClose} />
        </div>
      ) : null}
    </Drawer>
  );
}

function About({ model, view, onClose }: { model: ConnectedModelView; view: ProvidersView; onClose: () => void }) {
  return (
    <div className="flex flex-col gap-6 divide-y divide-line [&>*]:pb-6 [&>*:last-child]:pb-0">
      {model.problem === null ? null : <WarnNote title="It is not served now.">{model.problem}</WarnNote>}
      <Form {...{ model, view, onClose }} />
      <RemoveModel modelKey={model.key} view={view} onClose={onClose} />
    </div>
  );
}

function RemoveModel({ modelKey, view, onClose }: { modelKey: string; view: ProvidersView; onClose: () => void }) {
  const remove = useRemoveModel(modelKey);
  if (!view.editing.possible) return null;
  const isServed = view.models.some(({ key }) => key === modelKey);
  return (
    <RemoveSection
      {...(isServed ? STOP : REMOVE)}
      busy={remove.isPending}
      failure={remove.error}
      onConfirm={() => remove.mutate(undefined, { onSuccess: onClose })}
    />
  );
}

function Form({ model, view, onClose }: { model: ConnectedModelView; view: ProvidersView; onClose: () => void }) {
  const pricesId = useId();
  // As it was when it opened: what others change meanwhile is not part of this change.
  const [shown] = useState(model);
  const form = useForm(valuesOf(shown), ModelFields);
  const [choices, setChoices] = useState<ModelChoices>(() => {
    const { class: size, privacy, abilities, isDefault, upstreams } = shown;
    return { class: size, privacy, abilities, isDefault, upstreams };
  });
  const choose = (change: Partial<ModelChoices>) => setChoices((before) => ({ ...before, ...change }));
  const change = useChangeModel(model.key);
  const begin = useLatch(change.isPending);
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    if (!form.check()) return focusFirstError(event.currentTarget);
    const changed = changedMembers(toChange(form.values, choices), shown);
    if (Object.keys(changed).length === 0) return onClose();
    if (!begin()) return;
    change.mutate(changed, {
      onSuccess: onClose,
      onError: (failure) => {
        if (isApiFailure(failure)) form.showIssues(toModelIssues(failure.issues));
      },
    });
  };
  const hasErrors = Object.values(form.errors).some(Boolean);
  const price = (name: 'input' | 'output' | 'cacheInput' | 'cacheWrite', label: string) => (
    <Field label={label} error={form.errors[name]}>
      <Input inputMode="decimal" autoComplete="off" unit="USD" className="figure-text" {...form.bind(name)} />
    </Field>
  );
  const code = { autoComplete: 'off', spellCheck: false, className: 'font-mono' } as const;
  return (
    <form noValidate onSubmit={submit} className="flex flex-col gap-6">
      {change.error && !hasErrors ? <FailureNotice failure={change.error} what="The change was not saved." /> : null}
      <Section title="Price" sentence={<span id={pricesId}>What you charge, per million tokens.</span>}>
        <div role="group" aria-labelledby={pricesId} className="grid grid-cols-2 items-start gap-3">
          {price('input', 'Input')}
          {price('output', 'Output')}
          {price('cacheInput', 'Cached input (optional)')}
          {price('cacheWrite', 'Cache writes (optional)')}
        </div>
      </Section>
      <Section title="Name">
        <Field
          label="ID"
          help="What requests use. Keep the old one as an alias if clients use it."
          error={form.errors.id}
        >
          <Input {...code} {...form.bind('id')} />
        </Field>
        <Field label="Display name" error={form.errors.name}>
          <Input autoComplete="off" {...form.bind('name')} />
        </Field>
        <Field
          label="Aliases"
          help="Other names that requests may use, separated by commas."
          error={form.errors.aliases}
        >
          <Input {...code} {...form.bind('aliases')} />
        </Field>
        <Switch
          label="Default model"
          help={defaultHelp(view, model.id)}
          checked={choices.isDefault}
          onChange={(isDefault) => choose({ isDefault })}
        />
      </Section>
      <Section title="Limits and abilities">
        <div className="grid grid-cols-2 items-start gap-3">
          <Field label="Context" error={form.errors.contextTokens}>
            <Input inputMode="numeric" unit="tokens" className="figure-text" {...form.bind('contextTokens')} />
          </Field>
          <Field label="Max output" error={form.errors.maxCompletionTokens}>
            <Input inputMode="numeric" unit="tokens" className="figure-text" {...form.bind('maxCompletionTokens')} />
          </Field>
          <Field label="Size class" help="Decides its rate limits.">
            <Select value={choices.class} onChange={(size) => choose({ class: size })} options={CLASSES} />
          </Field>
          <Field label="Privacy">
            <Select value={choices.privacy} onChange={(privacy) => choose({ privacy })} options={PRIVACIES} />
          </Field>
        </div>
        <AbilityChecks value={choices.abilities} onChange={(abilities) => choose({ abilities })} />
      </Section>
      <Section title="Who answers" sentence="The first one. The next ones in this order, when it fails.">
        <UpstreamOrder
          value={choices.upstreams}
          onChange={(upstreams) => choose({ upstreams })}
          providers={view.providers.flatMap(({ id, source }) => (source === 'console' ? [id] : []))}
        />
      </Section>
      {view.editing.possible ? (
        <Button type="submit" kind="primary" busy={change.isPending} className="self-end">
          {change.isPending ? 'Saving' : 'Save'}
        </Button>
      ) : null}
    </form>
  );
}

function defaultHelp({ defaultModel }: ProvidersView, id: string): string {
  const use = 'Used when a request names no model.';
  if (defaultModel === null || defaultModel.id === id) return use;
  if (defaultModel.source === 'service_file')
    return `${use} Now that is ${defaultModel.id} of the service file, which comes first.`;
  return `${use} Replaces ${defaultModel.id}.`;
}
