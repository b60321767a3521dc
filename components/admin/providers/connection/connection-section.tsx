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
  return provider.preset === null ? null : <Form provider={provider} preset={provider.preset} />;
}

function Form({ provider, preset }: { provider: ProviderView; preset: PresetId }) {
  const [keyKind, setKeyKind] = useState<KeyKind>('key');
  const saved = valuesOf(provider, preset);
  const form = useForm<ConnectionValues>(saved, connectionSchema(preset, keyKind, false));
  const [seen, setSeen] = useState(saved);
  if (!isEqual(seen, saved)) {
    setSeen(saved);
    // After a change by another owner, what was not edited here follows it.
    for (const name of FIELDS) if (form.values[name] === seen[name]) form.set(name, saved[name]);
  }
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
    change.mutate(changed, {
      onError: showIssues,
      // A key is not kept in the page once it is saved.
      onSuccess: () => FIELDS.forEach((name) => form.set(name, SECRETS.includes(name) ? '' : form.values[name].trim())),
    });
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
        <ConnectionFields
          {...{ preset, form, keyKind }}
          onKeyKind={setKeyKind}
          hasStored={provider.hasCredentials}
          onRemoveKey={() => {
            if (begin()) change.mutate({ credentials: null }, { onError: showIssues });
          }}
        />
        <Field
          label="Markup"
          help="Factor on the prices that are suggested for its models. Prices that are set stay."
          error={form.errors.markup}
        >
          <Input inputMode="decimal" autoComplete="off" unit="×" className="figure-text" {...form.bind('markup')} />
        </Field>
        <TestResult test={test.data} failure={hasErrors ? null : test.error} />
        <div className="flex flex-wrap items-center justify-end gap-3">
          <p role="status" className="mr-auto text-sm text-muted">
            {change.isSuccess && isEqual(form.values, saved) ? 'Saved' : ''}
          </p>
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

const FIELDS = [
  'id',
  'baseUrl',
  'region',
  'apiKey',
  'accessKeyId',
  'secretAccessKey',
  'sessionToken',
  'markup',
] as const;
const SECRETS: readonly string[] = ['apiKey', 'accessKeyId', 'secretAccessKey', 'sessionToken'];

function isEqual(one: ConnectionValues, other: ConnectionValues): boolean {
  return FIELDS.every((name) => one[name] === other[name]);
}

function valuesOf({ id, baseUrl, region, markup }: ProviderView, preset: PresetId): ConnectionValues {
  const first = firstValues(preset, markup ?? '1');
  return { ...first, id, baseUrl: baseUrl ?? first.baseUrl, region: region ?? '' };
}
