'use client';

import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { listModels } from '@/lib/client/models';
import type { TextWireModel } from '@/lib/models/contract';

/** The localStorage key of the model chosen last. */
const PREFERENCE = 'farebox-model';
/** How often to check again while no model is served: weights may be downloading. */
const POLL_MS = 5_000;

/** The served text models, the default one first. Polled while there are none. */
export function useModels() {
  return useQuery({
    queryKey: ['models', 'text'],
    queryFn: ({ signal }) => listModels(signal),
    staleTime: 60_000,
    refetchInterval: ({ state }) => (state.data?.length === 0 ? POLL_MS : false),
  });
}

/** The model for chats that have none yet: the one chosen last, otherwise the default. */
export function usePreferredModel(
  models: TextWireModel[] | undefined,
): [id: string | null, choose: (id: string) => void] {
  const [chosen, setChosen] = useState<string | null>(() => read());
  const served = models?.some(({ id }) => id === chosen) ?? false;
  const choose = (id: string) => {
    setChosen(id);
    try {
      localStorage.setItem(PREFERENCE, id);
    } catch {
      // Then it only lasts for this visit.
    }
  };
  return [served ? chosen : (models?.[0]?.id ?? null), choose];
}

function read(): string | null {
  try {
    return localStorage.getItem(PREFERENCE);
  } catch {
    return null;
  }
}
