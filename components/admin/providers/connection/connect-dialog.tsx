'use client';

import { useId, useState, type FormEvent } from 'react';
import { FailureNotice } from '@/components/frame/failure-notice';
import { Button } from '@/components/ui/button';
import { Field, Input } from '@/components/ui/field';
import { focusFirstError } from '@/components/ui/form/use-form';
import { useLatch } from '@/components/ui/form/use-latch';
import { Dialog } from '@/components/ui/overlay/dialog';
import { PRESET_IDS, type PresetId } from '@/lib/connected/constants';
import { ConnectionFields } from './connection-fields';
import { PresetPicker } from './preset-picker';
import { TestResult } from './test-result';
import { useConnectForm } from './use-connect-form';
import { useAddProvider, useTryProvider } from '../use-providers';

/**
 * Connects a provider: what it is, how it is reached, and a test call. Mounted while open.
 * @param taken names that are in use
 * @param onConnected gets the name of the new provider
 */
export default function ConnectDialog({
  markup,
  taken,
  onConnected,
  onClose,
}: {
  markup: string;
  taken: readonly string[];
  onConnected: (id: string) => void;
  onClose: () => void;
}) {
  const formId = useId();
  const [preset, setPreset] = useState<PresetId>(PRESET_IDS[0]);
  const add = useAddProvider();
  const test = useTryProvider();
  return (
    <Dialog
      open
      onOpenChange={(open) => {
        if (!open) onClose();
      }}
      title="Connect a provider"
      description="Its key is encrypted, and never shown again. You choose its models next."
      footer={
        <>
          <Button kind="plain" onClick={onClose}>
            Cancel
          </Button>
          <Button type="submit" name="test" form={formId} busy={test.isPending}>
            {test.isPending ? 'Testing' : 'Test'}
          </Button>
          <Button type="submit" form={formId} kind="primary" busy={add.isPending}>
            {add.isPending ? 'Connecting' : 'Connect'}
          </Button>
        </>
      }
    >
      <div className="flex flex-col gap-6">
        <PresetPicker
          value={preset}
          onChange={(next) => {
            setPreset(next);
            test.reset();
            add.reset();
          }}
        />
        <Form key={preset} {...{ formId, preset, markup, taken, add, test }} onConnected={onConnected} />
      </div>
    </Dialog>
  );
}

function Form({
  formId,
  preset,
  markup,
  taken,
  add,
  test,
  onConnected,
}: {
  formId: string;
  preset: PresetId;
  markup: string;
  taken: readonly string[];
  add: ReturnType<typeof useAddProvider>;
  test: ReturnType<typeof useTryProvider>;
  onConnected: (id: string) => void;
}) {
  const { form, keyKind, setKeyKind, hasErrors, showIssues, toTry, toAdd } = useConnectForm({ preset, markup, taken });
  const begin = useLatch(add.isPending || test.isPending);
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    const element = event.currentTarget;
    if (!form.check()) return focusFirstError(element);
    if (!begin()) return;
    if (isTest(event)) return test.mutate(toTry(), { onError: showIssues });
    add.mutate(toAdd(), { onSuccess: (added) => onConnected(added.id), onError: showIssues });
  };
  return (
    <form id={formId} noValidate onSubmit={submit} className="flex flex-col gap-4">
      {add.error && !hasErrors ? <FailureNotice failure={add.error} what="It was not connected." /> : null}
      <ConnectionFields {...{ preset, form, keyKind }} onKeyKind={setKeyKind} hasStored={false} />
      <div className="grid grid-cols-1 items-start gap-3 sm:grid-cols-2">
        <Field label="Name" help="Shown to callers in a response header." error={form.errors.id}>
          <Input autoComplete="off" spellCheck={false} className="font-mono" {...form.bind('id')} />
        </Field>
        <Field label="Markup" help="Factor on its prices, for the prices that you charge." error={form.errors.markup}>
          <Input inputMode="decimal" autoComplete="off" unit="×" className="figure-text" {...form.bind('markup')} />
        </Field>
      </div>
      <TestResult test={test.data} failure={hasErrors ? null : test.error} />
    </form>
  );
}

/** Whether the button that submitted the form is the one that tests. */
function isTest({ nativeEvent }: FormEvent<HTMLFormElement>): boolean {
  const { submitter } = nativeEvent as SubmitEvent;
  return submitter instanceof HTMLButtonElement && submitter.name === 'test';
}
