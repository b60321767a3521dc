'use client';

import { Field } from '@/components/ui/field';
import { Select } from '@/components/ui/select';
import type { DrawModel } from '@/lib/client/images/studio-models';
import { nameOf } from '@/lib/client/models';

/** Chooses the model. One that is no longer served stays visible until another is chosen. */
export default function ModelField({
  models,
  value,
  onChange,
}: {
  models: readonly DrawModel[];
  /** Null for the default, which is the first one. */
  value: string | null;
  onChange: (id: string) => void;
}) {
  const options = models.map((model) => ({ value: model.id, label: nameOf(model) }));
  const isKnown = value === null || models.some(({ id }) => id === value);
  return (
    <Field label="Model">
      <Select
        value={value ?? models[0]?.id ?? ''}
        onChange={onChange}
        options={isKnown ? options : [...options, { value, label: `${value} (no longer available)`, disabled: true }]}
      />
    </Field>
  );
}
