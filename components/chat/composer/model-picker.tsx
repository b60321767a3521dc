'use client';

import { lazy } from 'react';
import { Fetched } from '@/components/ui/fetched';
import { useFirstUse } from '@/components/ui/overlay/open-by-use';
import { PickedModel, type ModelPickerProps } from './picked-model';

const load = () => import('./open-model-picker');
const OpenModelPicker = lazy(load);

/** Which model the next message goes to: name, context and price per million tokens at a glance. */
export function ModelPicker(props: ModelPickerProps) {
  const { used, alone } = useFirstUse(load, 'listbox');
  const trigger = <PickedModel {...props} {...alone} role="combobox" />;
  if (!used) return trigger;
  return (
    <Fetched meanwhile={trigger}>
      <OpenModelPicker {...props} />
    </Fetched>
  );
}
