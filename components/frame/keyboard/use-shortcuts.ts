'use client';

import { useEffect, useEffectEvent, useRef } from 'react';
import { floats } from '@/components/ui/overlay/floats';
import { ticks } from '@/lib/client/now';
import { destinationsOf } from '../navigation/nav-items';
import { useGo } from '../navigation/use-go';
import { readKey } from './read-key';
import { singleKeysOn } from './single-keys';

/** How long `g` waits for its letter. */
const PREFIX_MS = 1_500;

/** The shortcuts of the whole console. Events that the page has handled (`preventDefault`) are ignored. */
export function useShortcuts({
  role,
  onPalette,
  onShortcuts,
}: {
  role: 'owner' | 'member';
  onPalette: () => void;
  onShortcuts: () => void;
}): void {
  const go = useGo();
  const prefixedAt = useRef(Number.NEGATIVE_INFINITY);
  const onKeyDown = useEffectEvent((event: KeyboardEvent) => {
    if (event.defaultPrevented || event.isComposing || event.repeat) return;
    const { key, ctrlKey, metaKey, altKey } = event;
    const prefixed = ticks() - prefixedAt.current < PREFIX_MS;
    const busy = isWriting(event.target) || floats();
    const action = readKey({ key, ctrlKey, metaKey, altKey, busy, prefixed }, singleKeysOn(), destinationsOf(role));
    prefixedAt.current = action?.kind === 'prefix' ? ticks() : Number.NEGATIVE_INFINITY;
    if (!action || action.kind === 'prefix') return;
    event.preventDefault();
    if (action.kind === 'go') go(action.href);
    else if (action.kind === 'shortcuts') onShortcuts();
    else if (!floats()) onPalette();
  });
  useEffect(() => {
    document.addEventListener('keydown', onKeyDown);
    return () => document.removeEventListener('keydown', onKeyDown);
  }, []);
}

function isWriting(target: EventTarget | null): boolean {
  return (
    target instanceof HTMLElement &&
    (target.isContentEditable || target.matches('input, textarea, select, [role="combobox"], [role="textbox"]'))
  );
}
