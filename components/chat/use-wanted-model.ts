'use client';

import { useSearchParams } from 'next/navigation';
import { useEffect, useEffectEvent } from 'react';
import { showToast } from '@/components/ui/toast/toast';
import type { TextWireModel } from '@/lib/models/contract';

/** Of the open chat or a new one: the id of the model to ask from now on. Taken once, then it leaves the address. */
const MODEL_IN_ADDRESS = 'model';

/**
 * Chooses the model that the address names.
 * @param models undefined until they are listed and a choice can be kept
 */
export function useWantedModel(models: TextWireModel[] | undefined, choose: (id: string) => void): void {
  const wanted = useSearchParams().get(MODEL_IN_ADDRESS);
  const ready = models !== undefined;
  const take = useEffectEvent((id: string) => {
    if (models?.some((model) => model.id === id)) choose(id);
    else showToast('error', 'This model is not available', { description: id });
    const address = new URLSearchParams(window.location.search);
    address.delete(MODEL_IN_ADDRESS);
    const query = address.toString();
    window.history.replaceState(null, '', query === '' ? '/chat' : `/chat?${query}`);
  });
  useEffect(() => {
    if (wanted !== null && ready) take(wanted);
  }, [wanted, ready]);
}
