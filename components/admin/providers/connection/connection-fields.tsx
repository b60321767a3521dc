'use client';

import type { FormState } from '@/components/ui/form/use-form';
import { Field, Input } from '@/components/ui/field';
import { Select } from '@/components/ui/select';
import { PRESETS, type PresetId } from '@/lib/connected/constants';
import type { ConnectionValues, KeyKind } from './connection-form';

const KEY_KINDS = [
  { value: 'key', label: 'API key', note: 'A key of Amazon Bedrock.' },
  { value: 'access-keys', label: 'Access keys', note: 'Of an IAM user or role.' },
] as const;

const STORED = 'A key is stored, and is never shown. Leave this empty to keep it.';

/**
 * How a provider is reached: address or region, and its key.
 * @param hasStored whether a key is stored, so that an empty field keeps it
 * @param onRemoveKey removes a stored key that the server can do without
 */
export function ConnectionFields({
  preset,
  form,
  keyKind,
  onKeyKind,
  hasStored,
  onRemoveKey,
}: {
  preset: PresetId;
  form: FormState<ConnectionValues>;
  keyKind: KeyKind;
  onKeyKind: (kind: KeyKind) => void;
  hasStored: boolean;
  onRemoveKey?: () => void;
}) {
  const { kind, hint, needsKey } = PRESETS[preset];
  const isBedrock = kind === 'amazon-bedrock';
  return (
    <>
      {kind === 'openai-compatible' ? (
        <Field label="Address" help={needsKey ? 'Without /chat/completions.' : hint} error={form.errors.baseUrl}>
          <Input
            inputMode="url"
            autoComplete="off"
            spellCheck={false}
            className="font-mono"
            {...form.bind('baseUrl')}
          />
        </Field>
      ) : null}
      {isBedrock ? (
        <div className="grid grid-cols-1 items-start gap-3 sm:grid-cols-2">
          <Field label="Region" help="For example us-east-1." error={form.errors.region}>
            <Input autoComplete="off" spellCheck={false} className="font-mono" {...form.bind('region')} />
          </Field>
          <Field label="Sign in with">
            <Select<KeyKind> value={keyKind} onChange={onKeyKind} options={KEY_KINDS} />
          </Field>
        </div>
      ) : null}
      {isBedrock && keyKind === 'access-keys' ? (
        <>
          <Field label="Access key ID" error={form.errors.accessKeyId}>
            <Secret {...form.bind('accessKeyId')} />
          </Field>
          <Field label="Secret access key" help={hasStored ? STORED : undefined} error={form.errors.secretAccessKey}>
            <Secret {...form.bind('secretAccessKey')} />
          </Field>
          <Field label="Session token (optional)" help="Only with temporary keys." error={form.errors.sessionToken}>
            <Secret {...form.bind('sessionToken')} />
          </Field>
        </>
      ) : (
        <Field
          label={needsKey ? 'API key' : 'API key (optional)'}
          help={hasStored ? STORED : needsKey ? hint : 'Only if the server asks for one.'}
          error={form.errors.apiKey}
          aside={
            hasStored && !needsKey && onRemoveKey ? (
              <button
                type="button"
                onClick={onRemoveKey}
                className="rounded-control text-ink underline decoration-line underline-offset-2 hover:decoration-ink pointer-coarse:min-h-touch"
              >
                Remove the stored key
              </button>
            ) : null
          }
        >
          <Secret {...form.bind('apiKey')} />
        </Field>
      )}
    </>
  );
}

/** A secret: hidden while it is typed, and kept out of password managers. */
function Secret(props: ReturnType<FormState<ConnectionValues>['bind']>) {
  return (
    <Input
      type="password"
      autoComplete="new-password"
      spellCheck={false}
      data-1p-ignore
      data-lpignore="true"
      className="font-mono"
      {...props}
    />
  );
}
