'use client';

import { useState, type FormEvent } from 'react';
import { FailureNotice } from '@/components/frame/failure-notice';
import { Button } from '@/components/ui/button';
import { Field, Input } from '@/components/ui/field';
import { focusFirstError, useForm } from '@/components/ui/form/use-form';
import { useLatch } from '@/components/ui/form/use-latch';
import { isApiFailure } from '@/lib/client/failure';
import type { PresetId } from '@/lib/connected/constants';
import type { ProviderView } from '@/lib/connected/contract';
import { Section } from '../../accounts/section';
import { ConnectionFields } from './connection-fields';
import {
  type ConnectionValues,
  connectionSchema,
  firstValues,
  type KeyKind,
  toConnection,
  toFieldIssues,
} from './connection-form';
import { TestResult } from './test-result';
import { useChangeProvider, useTryProvider } from '../use-providers';

/** How a provider is reached, its key, and its markup; with a test call of what is typed. */
export function ConnectionSection({ provider }: { provider: ProviderView }) {
  if (provider.preset === null) return null;
  // After a change by somebody else, and after a save, the form begins anew: a typed key is gone.
  return <Form key={provider.updatedAt} provider={provider} preset={provider.preset} />;
}

function Form({ provider, preset }: { provider: ProviderView; preset: PresetId }) {
  const [keyKind, setKeyKind] = useState<KeyKind>('key');
  const form = useForm<ConnectionValues>(valuesOf(provider, preset), connectionSchema(preset, keyKind, false));
  const change = useChangeProvider(provider.id);
  const test = useTryProvider();
  const begin = useLatch(change.isPending || test.isPending);
  const showIssues = (failure: unknown) => {
    if (isApiFailure(failure)) form.showIssues(toFieldIssues(failure.issues, keyKind));
  };
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    if (!form.check()) return focusFirstError(event.currentTarget);
    if (!begin()) return;
    const changed = { ...toConnection(form.values, preset, keyKind), markup: form.values.markup.trim() };
    change.mutate(changed, { onError: showIssues });
  };
  const runTest = () => {
    if (!form.check() || !begin()) return;
    const connection = toConnection(form.values, preset, keyKind);
    test.mutate({ provider: provider.id, preset, ...connection }, { onError: showIssues });
  };
  const hasErrors = Object.values(form.errors).some(Boolean);
  return (
    <Section title="Connection" sentence="The key is encrypted, and never shown.">
      <form noValidate onSubmit={submit} className="flex flex-col gap-4">
        {change.error && !hasErrors ? <FailureNotice failure={change.error} what="The change was not saved." /> : null}
        <ConnectionFields {...{ preset, form, keyKind }} onKeyKind={setKeyKind} hasStored={provider.hasCredentials} />
        <Field
          label="Markup"
          help="Factor on the prices that are suggested for its models. Prices that are set stay."
          error={form.errors.markup}
        >
          <Input inputMode="decimal" autoComplete="off" unit="×" className="figure-text" {...form.bind('markup')} />
        </Field>
        <TestResult test={test.data} failure={hasErrors ? null : test.error} />
        <div className="flex flex-wrap justify-end gap-3">
          <Button busy={test.isPending} onClick={runTest}>
            {test.isPending ? 'Testing' : 'Test'}
          </Button>
          <Button type="submit" busy={change.isPending}>
            {change.isPending ? 'Saving' : 'Save'}
          </Button>
        </div>
      </form>
    </Section>
  );
}

function valuesOf({ id, baseUrl, region, markup }: ProviderView, preset: PresetId): ConnectionValues {
  const first = firstValues(preset, markup ?? '1');
  return { ...first, id, baseUrl: baseUrl ?? first.baseUrl, region: region ?? '' };
}
