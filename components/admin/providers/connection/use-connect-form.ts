'use client';

import { useState } from 'react';
import { useForm } from '@/components/ui/form/use-form';
import { isApiFailure } from '@/lib/client/failure';
import { PRESETS, type PresetId } from '@/lib/connected/constants';
import type { AddProvider, TryProvider } from '@/lib/connected/contract';
import { connectionSchema, firstValues, freeName, type KeyKind, toConnection, toFieldIssues } from './connection-form';

/**
 * The fields of a new provider, and what is sent of them.
 * @param taken names that are in use
 * @param usualName the name that is filled in for a preset without one
 */
export function useConnectForm({
  preset,
  markup,
  taken,
  usualName = '',
}: {
  preset: PresetId;
  markup: string;
  taken: readonly string[];
  usualName?: string;
}) {
  const [keyKind, setKeyKind] = useState<KeyKind>('key');
  const schema = connectionSchema(preset, keyKind, PRESETS[preset].needsKey);
  const first = firstValues(preset, markup);
  const form = useForm({ ...first, id: freeName(first.id || usualName, taken) }, schema);
  const toTry = (): TryProvider => ({ preset, ...toConnection(form.values, preset, keyKind) });
  return {
    form,
    keyKind,
    setKeyKind,
    hasErrors: Object.values(form.errors).some(Boolean),
    /** Shows the server's issues at their fields. */
    showIssues: (failure: unknown) => {
      if (isApiFailure(failure)) form.showIssues(toFieldIssues(failure.issues, keyKind));
    },
    toTry,
    toAdd: (): AddProvider => ({ id: form.values.id.trim(), ...toTry(), markup: form.values.markup.trim() }),
  };
}
