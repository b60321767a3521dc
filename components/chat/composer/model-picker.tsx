'use client';

import { cloneElement } from 'react';
import { ChunkBoundary } from '@/components/ui/lazy/chunk-boundary';
import { lazyWithPreload } from '@/components/ui/lazy/lazy-with-preload';
import { useFirstUse } from '@/components/ui/overlay/first-use';
import { PickedModel, type ModelPickerProps } from './picked-model';

const [OpenModelPicker, fetchPicker] = lazyWithPreload(() => import('./open-model-picker'));

/** Chooses the model for the next message, and shows its context and price per million tokens. */
export function ModelPicker(props: ModelPickerProps) {
  const { used, alone } = useFirstUse(fetchPicker, 'listbox');
  const trigger = props.trigger ? (
    cloneElement(props.trigger, { ...alone, role: 'combobox' })
  ) : (
    <PickedModel {...props} {...alone} role="combobox" />
  );
  if (!used) return trigger;
  return (
    <ChunkBoundary fallback={trigger}>
      <OpenModelPicker {...props} />
    </ChunkBoundary>
  );
}
