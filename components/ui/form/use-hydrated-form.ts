'use client';

import { useEffect, useEffectEvent, useRef, useSyncExternalStore, type RefObject } from 'react';
import type { FormState } from './use-form';

/**
 * For a server-rendered form, which may be filled in before it is hydrated. Keeps the values entered by then.
 * @returns the form's ref, and whether it is hydrated: until then the browser would submit it natively
 */
export function useHydratedForm<V extends Record<string, string>>(
  form: FormState<V>,
): { ref: RefObject<HTMLFormElement | null>; hydrated: boolean } {
  const ref = useRef<HTMLFormElement>(null);
  const hydrated = useSyncExternalStore(
    () => () => undefined,
    () => true,
    () => false,
  );
  const takeOver = useEffectEvent(() => {
    for (const field of ref.current?.elements ?? []) {
      if (field instanceof HTMLInputElement && field.value !== '' && field.name in form.values)
        form.set(field.name, field.value);
    }
  });
  useEffect(() => takeOver(), []);
  return { ref, hydrated };
}
