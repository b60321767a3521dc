'use client';

import { useState } from 'react';
import type { TextWireModel } from '@/lib/models/contract';

/** The localStorage key of the favorite models. */
const FAVORITES = 'farebox-favourite-models';

/** The user's favorite models, kept in this browser. */
export function useFavorites(): [ids: ReadonlySet<string>, toggle: (id: string) => void] {
  const [ids, setIds] = useState<ReadonlySet<string>>(read);
  const toggle = (id: string) => {
    const next = new Set(ids);
    if (!next.delete(id)) next.add(id);
    setIds(next);
    try {
      localStorage.setItem(FAVORITES, JSON.stringify([...next]));
    } catch {
      // Then they only last for this visit.
    }
  };
  return [ids, toggle];
}

/** Favorites first, otherwise in the given order. */
export function favoritesFirst(models: readonly TextWireModel[], ids: ReadonlySet<string>): TextWireModel[] {
  return [...models].sort((a, b) => Number(ids.has(b.id)) - Number(ids.has(a.id)));
}

function read(): ReadonlySet<string> {
  try {
    const kept: unknown = JSON.parse(localStorage.getItem(FAVORITES) ?? '[]');
    return new Set(Array.isArray(kept) ? kept.filter((id) => typeof id === 'string') : []);
  } catch {
    return new Set();
  }
}
