'use client';

import { parseAsArrayOf, parseAsBoolean, parseAsString, parseAsStringLiteral, useQueryStates } from 'nuqs';
import { ABILITY_KEYS } from '../details/abilities';
import { TYPES } from '../details/types';
import type { ModelView } from './arrange-models';
import { MODEL_SORTS } from './sorts';

/** The minimum contexts to filter by, as named in the URL. Providers round: 128K is 128,000 or 131,072. */
const CONTEXTS = { '8k': 8_000, '32k': 32_000, '128k': 128_000, '1m': 1_000_000 } as const;
const CONTEXT_KEYS = ['8k', '32k', '128k', '1m'] as const;
/** One of these contexts. */
export type ContextKey = (typeof CONTEXT_KEYS)[number];

const PARSERS = {
  q: parseAsString.withDefault(''),
  type: parseAsStringLiteral(TYPES),
  can: parseAsArrayOf(parseAsStringLiteral(ABILITY_KEYS)).withDefault([]),
  privacy: parseAsStringLiteral(['private', 'anonymized']),
  context: parseAsStringLiteral(CONTEXT_KEYS),
  lasting: parseAsBoolean.withDefault(false),
  used: parseAsBoolean.withDefault(false),
  sort: parseAsStringLiteral(MODEL_SORTS).withDefault('newest'),
  reversed: parseAsBoolean.withDefault(false),
};

/**
 * The list's state as stored in its URL, so that every view can be shared and survives a reload.
 * @param signedIn without it nobody has used a model, so what depends on that has no effect
 */
export function useModelsLocation(signedIn: boolean) {
  const [given, setLocation] = useQueryStates(PARSERS);
  const location = signedIn ? given : { ...given, used: false, sort: given.sort === 'used' ? 'newest' : given.sort };
  const view: ModelView = { ...location, context: location.context === null ? 0 : CONTEXTS[location.context] };
  return {
    location,
    view,
    change: (changes: Parameters<typeof setLocation>[0]) => void setLocation(changes),
    /** Clears the filters but keeps the sort order. */
    clearFilters: () =>
      void setLocation({ q: null, type: null, can: null, privacy: null, context: null, lasting: null, used: null }),
  };
}

/** The state in the URL, and its setters. */
export type ModelsLocation = ReturnType<typeof useModelsLocation>['location'];
export type ChangeLocation = ReturnType<typeof useModelsLocation>['change'];
