'use client';

import { useId, useState, type FormEvent, type ReactNode } from 'react';
import { FailureNotice } from '@/components/frame/failure-notice';
import { useListedModels } from '@/components/snippets/use-listed-models';
import { Button } from '@/components/ui/button';
import { Field, Input, Textarea } from '@/components/ui/field';
import { Drawer } from '@/components/ui/overlay/drawer';
import { Select } from '@/components/ui/select';
import { Skeleton } from '@/components/ui/show/skeleton';
import { singleClick } from '@/components/ui/form/single-click';
import { useLatch } from '@/components/ui/form/use-latch';
import { focusFirstError, useForm } from '@/components/ui/form/use-form';
import {
  CreateCharacter,
  MAX_DESCRIPTION_CHARACTERS,
  MAX_PROMPT_CHARACTERS,
  type EditedCharacter,
} from '@/lib/characters/contract';
import { isApiFailure } from '@/lib/client/failure';
import { useOwnCharacter, useSaveCharacter } from '../use-characters';

/** Stands for the service's default model; no model has this ID. */
const DEFAULT_MODEL = ':default';
const count = new Intl.NumberFormat('en-US');

type Props = { onClose: () => void; onSaved: (name: string) => void };

/** Creates or edits a character. Mounted while open. @param id null for a new one */
export default function CharacterForm({ id, ...props }: Props & { id: string | null }) {
  return id === null ? <Form id={null} before={null} {...props} /> : <EditForm id={id} {...props} />;
}

function EditForm({ id, ...props }: Props & { id: string }) {
  const { data, error, refetch } = useOwnCharacter(id);
  // A later response must not overwrite what is being edited.
  const [before, setBefore] = useState<EditedCharacter | null>(null);
  if (data && !before) setBefore(data);
  if (before) return <Form id={id} before={before} {...props} />;
  return (
    <Frame title="Edit character" onClose={props.onClose}>
      {error ? (
        <FailureNotice failure={error} what="The character could not be loaded." onRetry={() => void refetch()} />
      ) : (
        <div aria-busy className="flex flex-col gap-5">
          <Skeleton className="h-9 w-full" />
          <Skeleton className="h-20 w-full" />
          <Skeleton className="h-40 w-full" />
        </div>
      )}
    </Frame>
  );
}

function Form({ id, before, onClose, onSaved }: Props & { id: string | null; before: EditedCharacter | null }) {
  const formId = useId();
  const form = useForm(fieldsOf(before), CreateCharacter, ({ tags, ...rest }) => ({ ...rest, tags: tagsOf(tags) }));
  const [modelId, setModelId] = useState(before?.chosenModelId ?? null);
  const [adult, setAdult] = useState(before?.adult ?? false);
  const [replaces, setReplaces] = useState(before?.replacesServicePrompt ?? false);
  const [warned, setWarned] = useState(false);
  const save = useSaveCharacter(id);
  const begin = useLatch(save.isPending);
  const choices = JSON.stringify([form.values, modelId, adult, replaces]);
  const [untouched] = useState(choices);
  // A stray click outside the drawer must not lose a long prompt: the first attempt to close only warns.
  const leave = () => (choices === untouched || warned ? onClose() : setWarned(true));

  const submit = async (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    const element = event.currentTarget;
    if (!form.check()) return focusFirstError(element);
    if (!begin()) return;
    const { tags, ...texts } = form.values;
    const written = { ...texts, tags: tagsOf(tags), modelId, adult, replacesServicePrompt: replaces };
    try {
      onSaved((await save.mutateAsync(written)).data.name);
    } catch (thrown) {
      if (isApiFailure(thrown)) form.showIssues(thrown.issues);
      focusFirstError(element);
    }
  };
  const length = (name: 'description' | 'prompt', most: number) => (
    <span className="tabular-nums">
      {count.format(form.values[name].length)} of {count.format(most)}
    </span>
  );
  return (
    <Frame
      title={before ? `Edit ${before.name}` : 'Create character'}
      onClose={leave}
      footer={
        <>
          <p role="status" className="min-w-0 flex-1 text-sm text-muted">
            {warned ? 'You have unsaved changes.' : ''}
          </p>
          <Button kind="plain" onClick={singleClick(leave)}>
            {warned ? 'Discard' : 'Cancel'}
          </Button>
          <Button type="submit" form={formId} kind="primary" busy={save.isPending}>
            {before ? 'Save' : 'Save draft'}
          </Button>
        </>
      }
    >
      <form id={formId} noValidate onSubmit={(event) => void submit(event)} className="flex flex-col gap-5">
        {save.error && !Object.values(form.errors).some(Boolean) ? <FailureNotice failure={save.error} /> : null}
        <Field label="Name" error={form.errors.name}>
          <Input autoComplete="off" {...form.bind('name')} />
        </Field>
        <Field
          label="Description"
          help="One or two sentences that help people find it."
          error={form.errors.description}
          aside={length('description', MAX_DESCRIPTION_CHARACTERS)}
        >
          <Textarea rows={2} {...form.bind('description')} />
        </Field>
        <Field
          label="Prompt"
          help="Who it is and how it answers. Sent before every chat; people who chat do not see it."
          error={form.errors.prompt}
          aside={length('prompt', MAX_PROMPT_CHARACTERS)}
        >
          <Textarea className="max-h-80 min-h-40" {...form.bind('prompt')} />
        </Field>
        <Field label="Tags" help="Separated by commas, at most 20." error={form.errors.tags}>
          <Input autoComplete="off" {...form.bind('tags')} />
        </Field>
        <ModelChoice value={modelId} onChange={setModelId} />
        <div className="flex flex-col gap-3">
          <Check
            checked={adult}
            onChange={setAdult}
            label="Adult content"
            note="Listed only for people who include adult content."
          />
          <Check
            checked={replaces}
            onChange={setReplaces}
            label="Replace the service’s system prompt"
            note="Otherwise the character’s prompt is added to it."
          />
        </div>
      </form>
    </Frame>
  );
}

function Frame({
  title,
  footer,
  onClose,
  children,
}: {
  title: string;
  footer?: ReactNode;
  onClose: () => void;
  children: ReactNode;
}) {
  return (
    <Drawer
      open
      onOpenChange={(open) => {
        if (!open) onClose();
      }}
      title={title}
      footer={footer}
      className="max-w-measure max-sm:max-w-full"
    >
      {children}
    </Drawer>
  );
}

function ModelChoice({ value, onChange }: { value: string | null; onChange: (id: string | null) => void }) {
  const models = useListedModels().data ?? [];
  const listed = models.map(({ id, model_spec: { name } }) => ({ value: id, label: name || id }));
  const gone = value === null || listed.some((option) => option.value === value) ? [] : [{ value, label: value }];
  return (
    <Field label="Model" help="Recommended for chats. People can choose another.">
      <Select
        value={value ?? DEFAULT_MODEL}
        onChange={(next) => onChange(next === DEFAULT_MODEL ? null : next)}
        options={[{ value: DEFAULT_MODEL, label: 'Service default' }, ...listed, ...gone]}
      />
    </Field>
  );
}

function Check({
  label,
  note,
  checked,
  onChange,
}: {
  label: string;
  note: string;
  checked: boolean;
  onChange: (checked: boolean) => void;
}) {
  return (
    <label className="flex cursor-pointer items-start gap-3">
      <input
        type="checkbox"
        checked={checked}
        onChange={(event) => onChange(event.target.checked)}
        className="mt-0.5 size-4 shrink-0 accent-signal"
      />
      <span>
        <span className="block">{label}</span>
        <span className="block text-sm text-muted">{note}</span>
      </span>
    </label>
  );
}

function fieldsOf(before: EditedCharacter | null) {
  return {
    name: before?.name ?? '',
    description: before?.description ?? '',
    prompt: before?.prompt ?? '',
    tags: before?.tags.join(', ') ?? '',
  };
}

function tagsOf(text: string): string[] {
  return text.split(',').flatMap((tag) => tag.trim() || []);
}
