'use client';

import { useRef, useState, type FormEvent } from 'react';
import { ConnectionFields } from '@/components/admin/providers/connection/connection-fields';
import { PresetPicker } from '@/components/admin/providers/connection/preset-picker';
import { TestResult } from '@/components/admin/providers/connection/test-result';
import { useConnectForm } from '@/components/admin/providers/connection/use-connect-form';
import { useAddProvider, useTryProvider } from '@/components/admin/providers/use-providers';
import { FailureNotice } from '@/components/frame/failure-notice';
import { Button } from '@/components/ui/button';
import { Field, Input } from '@/components/ui/field';
import { focusFirstError } from '@/components/ui/form/use-form';
import { useLatch } from '@/components/ui/form/use-latch';
import { PRESET_IDS, type PresetId } from '@/lib/connected/constants';
import { SetupStep } from './setup-step';

/** The name that is filled in for a server without a usual one. */
const USUAL_NAME = 'my-server';

type Connected = (id: string, tested: string | null) => void;
type FormProps = { markup: string; taken: readonly string[]; onConnected: Connected };

/**
 * Connects a provider once a test call has answered.
 * @param taken names that are in use
 * @param onConnected gets the name of the new provider, and the model that answered
 */
export function ConnectProvider({ onBack, ...rest }: FormProps & { onBack: () => void }) {
  const [preset, setPreset] = useState<PresetId>(PRESET_IDS[0]);
  return (
    <SetupStep
      title="Connect a provider"
      sentence="Its key is encrypted, and never shown again. You choose its models next."
      back="Back"
      onBack={onBack}
    >
      <div className="flex flex-col gap-6">
        <PresetPicker value={preset} onChange={setPreset} />
        <Form key={preset} preset={preset} {...rest} />
      </div>
    </SetupStep>
  );
}

function Form({ preset, markup, taken, onConnected }: FormProps & { preset: PresetId }) {
  const fields = useConnectForm({ preset, markup, taken, usualName: USUAL_NAME });
  const { form, keyKind, setKeyKind, hasErrors, showIssues } = fields;
  const add = useAddProvider();
  const test = useTryProvider();
  const isBusy = add.isPending || test.isPending;
  const begin = useLatch(isBusy);
  const connect = (tested: string | null) =>
    add.mutate(fields.toAdd(), { onSuccess: ({ id }) => onConnected(id, tested), onError: showIssues });
  const hasFailed = test.data?.ok === false || (test.error !== null && !hasErrors);
  const ref = useRef<HTMLFormElement>(null);
  /** @returns whether it may begin; if not, the first wrong field has the focus */
  const check = (): boolean => {
    const isValid = form.check();
    if (!isValid && ref.current) focusFirstError(ref.current);
    return isValid && begin();
  };
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (!check()) return;
    add.reset();
    test.mutate(fields.toTry(), {
      onSuccess: ({ ok, call }) => {
        if (ok) connect(call?.model ?? null);
      },
      onError: showIssues,
    });
  };
  return (
    <form
      ref={ref}
      noValidate
      onSubmit={submit}
      // What was found is no longer true of what is typed.
      onChange={() => {
        if (!isBusy) test.reset();
      }}
      className="flex flex-col gap-4"
    >
      <ConnectionFields {...{ preset, form, keyKind }} onKeyKind={setKeyKind} hasStored={false} />
      <Field label="Name" help="What it is called here. Shown to callers in a response header." error={form.errors.id}>
        <Input autoComplete="off" spellCheck={false} className="font-mono" {...form.bind('id')} />
      </Field>
      <div className="flex flex-wrap items-center justify-end gap-3">
        {hasFailed ? (
          <p className="min-w-0 flex-1 basis-48 text-sm text-muted">
            Correct the fields above and test again, or connect it as it is.
          </p>
        ) : null}
        {hasFailed ? (
          <Button
            onClick={() => {
              if (check()) connect(null);
            }}
          >
            Connect anyway
          </Button>
        ) : null}
        <Button type="submit" kind="primary" busy={isBusy}>
          {test.isPending ? 'Testing' : add.isPending ? 'Connecting' : 'Test and connect'}
        </Button>
      </div>
      <TestResult test={test.data} failure={hasErrors ? null : test.error} />
      {add.error && !hasErrors ? <FailureNotice failure={add.error} what="It was not connected." /> : null}
      <p role="status" className="sr-only">
        {test.isPending ? 'Testing the provider' : ''}
      </p>
    </form>
  );
}
