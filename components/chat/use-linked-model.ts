'use client';

import { useSearchParams } from 'next/navigation';
import { useEffect, useEffectEvent } from 'react';
import { showToast } from '@/components/ui/toast/toast';
import type { TextWireModel } from '@/lib/models/contract';

/** The query parameter of a chat: the ID of the model to use from now on. It is removed once applied. */
const MODEL_IN_ADDRESS = 'model';

/**
 * Applies the model in the URL.
 * @param models undefined until they are loaded and a choice can be stored
 */
export function useLinkedModel(models: TextWireModel[] | undefined, choose: (id: string) => void): void {
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
