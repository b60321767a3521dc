'use client';

import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { listModels, readEngineState } from '@/lib/client/models';
import type { TextWireModel } from '@/lib/models/contract';

/** Where the browser remembers the model that the reader chose last. */
const PREFERENCE = 'farebox-model';
/** How often to look again while no model is served: weights may be on their way. */
const LOOK_AGAIN_MS = 5_000;

/** The models that can be asked, the default one first. Looked up again by itself while there are none. */
export function useModels() {
  return useQuery({
    queryKey: ['models', 'text'],
    queryFn: ({ signal }) => listModels(signal),
    staleTime: 60_000,
    refetchInterval: ({ state }) => (state.data?.length === 0 ? LOOK_AGAIN_MS : false),
  });
}

/** Why there is no model, in the server's words; asked for only then. */
export function useEngineState(wanted: boolean) {
  return useQuery({
    queryKey: ['engine'],
    queryFn: ({ signal }) => readEngineState(signal),
    enabled: wanted,
    refetchInterval: LOOK_AGAIN_MS,
  });
}

/** The model for chats that have none of their own yet: the one chosen last, else the default one. */
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
      // It holds for this visit.
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
