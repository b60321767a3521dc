'use client';

import { Fetched } from '@/components/ui/fetched/fetched';
import { fetchedLater } from '@/components/ui/fetched/fetched-later';
import { useFirstUse } from '@/components/ui/overlay/open-by-use';
import { PickedModel, type ModelPickerProps } from './picked-model';

const [OpenModelPicker, fetchPicker] = fetchedLater(() => import('./open-model-picker'));

/** Which model the next message goes to: name, context and price per million tokens at a glance. */
export function ModelPicker(props: ModelPickerProps) {
  const { used, alone } = useFirstUse(fetchPicker, 'listbox');
  const trigger = <PickedModel {...props} {...alone} role="combobox" />;
  if (!used) return trigger;
  return (
    <Fetched meanwhile={trigger}>
      <OpenModelPicker {...props} />
    </Fetched>
  );
}
