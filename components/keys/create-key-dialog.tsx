'use client';

import { useId, useRef, useState, type FormEvent } from 'react';
import { z } from 'zod';
import { FailureNotice } from '@/components/frame/failure-notice';
import { Button } from '@/components/ui/button';
import { Field, Input } from '@/components/ui/field';
import { Dialog } from '@/components/ui/overlay/dialog';
import { Select } from '@/components/ui/select';
import { formatUtc } from '@/components/ui/show/relative-time';
import { focusFirstError, useForm } from '@/components/ui/use-form';
import { isApiFailure } from '@/lib/client/failure';
import { now } from '@/lib/client/now';
import type { ErrorIssue } from '@/lib/core/errors';
import { CreateKey, MAX_KEY_DESCRIPTION_CHARACTERS, type Key } from '@/lib/keys/contract';
import { EXPIRY_PRESETS, expiryOf, type ExpiryPreset } from './expiry';
import { LimitFields } from './limit-fields';
import { TypedLimit } from './limits';
import { SavedKeyDialog } from './saved-key-dialog';
import { useCreateKey } from './use-keys';

const TYPES = [
  { value: 'INFERENCE', label: 'Inference', note: 'Calls models and spends from the balance.' },
  { value: 'ADMIN', label: 'Admin', note: 'Does that too, makes and revokes keys, reads the bills.' },
] as const;

/** The service allows an empty name; a list of nameless keys helps nobody. */
const TypedKey = z.object({
  description: CreateKey.shape.description.refine((name) => name.trim() !== '', 'Needed: what is the key for'),
  usd: TypedLimit,
  diem: TypedLimit,
});

/** Makes a key, then shows its secret once. Mounted while open. */
export function CreateKeyDialog({ origin, onClose }: { origin: string; onClose: () => void }) {
  const formId = useId();
  const nameRef = useRef<HTMLInputElement>(null);
  const form = useForm({ description: '', usd: '', diem: '' }, TypedKey);
  const [type, setType] = useState<Key['apiKeyType']>('INFERENCE');
  const [period, setPeriod] = useState<Key['limitPeriod']>('MONTH');
  const [preset, setPreset] = useState<ExpiryPreset>('never');
  const create = useCreateKey();
  if (create.data) return <SavedKeyDialog created={create.data} origin={origin} onClose={onClose} />;

  const submit = async (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    if (create.isPending) return;
    const element = event.currentTarget;
    const typed = form.check() ? TypedKey.parse(form.values) : null;
    if (!typed) return focusFirstError(element);
    const { description, ...consumptionLimit } = typed;
    const expiresAt = expiryOf(preset, now());
    const key = { apiKeyType: type, description: description.trim(), consumptionLimit, limitPeriod: period, expiresAt };
    await create.mutateAsync(key).catch((thrown: unknown) => {
      if (isApiFailure(thrown)) form.place(thrown.issues.map(toField));
    });
  };
  const ends = expiryOf(preset, now());
  return (
    <Dialog
      open
      onOpenChange={(open) => {
        if (!open) onClose();
      }}
      title="Create key"
      initialFocus={nameRef}
      footer={
        <>
          <Button kind="plain" onClick={onClose}>
            Cancel
          </Button>
          <Button type="submit" form={formId} kind="primary" busy={create.isPending}>
            {create.isPending ? 'Creating key' : 'Create key'}
          </Button>
        </>
      }
    >
      <form id={formId} noValidate onSubmit={(event) => void submit(event)} className="flex flex-col gap-5">
        {create.error && !Object.values(form.errors).some(Boolean) ? <FailureNotice failure={create.error} /> : null}
        <Field
          label="Name"
          help="The program or person it is for."
          error={form.errors.description}
          aside={
            <span className="tabular-nums">
              {form.values.description.length} of {MAX_KEY_DESCRIPTION_CHARACTERS}
            </span>
          }
        >
          <Input ref={nameRef} autoComplete="off" {...form.bind('description')} />
        </Field>
        <TypeChoice value={type} onChange={setType} />
        <LimitFields form={form} period={period} onPeriod={setPeriod} />
        <Field
          label="Expires"
          help={ends ? `On ${formatUtc(ends)}. It can be revoked at any time.` : 'It can be revoked at any time.'}
        >
          <Select<ExpiryPreset> value={preset} onChange={setPreset} options={EXPIRY_PRESETS} />
        </Field>
      </form>
    </Dialog>
  );
}

/** The service names a limit inside its object, the form by itself. */
function toField(issue: ErrorIssue): ErrorIssue {
  return issue.path[0] === 'consumptionLimit' ? { ...issue, path: issue.path.slice(1) } : issue;
}

function TypeChoice({ value, onChange }: { value: Key['apiKeyType']; onChange: (type: Key['apiKeyType']) => void }) {
  return (
    <fieldset>
      <legend className="mb-1.5 text-sm font-medium">Type</legend>
      <div className="divide-y divide-line rounded-control border border-edge">
        {TYPES.map((type) => (
          <label key={type.value} className="flex cursor-pointer items-start gap-3 p-3 has-checked:bg-ink/4">
            <input
              type="radio"
              name="apiKeyType"
              value={type.value}
              checked={value === type.value}
              onChange={() => onChange(type.value)}
              className="mt-0.5 size-4 shrink-0 accent-signal"
            />
            <span>
              <span className="block font-medium">{type.label}</span>
              <span className="block text-sm text-muted">{type.note}</span>
            </span>
          </label>
        ))}
      </div>
    </fieldset>
  );
}
