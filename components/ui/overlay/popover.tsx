'use client';

import { cloneElement } from 'react';
import { ChunkBoundary } from '../lazy/chunk-boundary';
import { lazyWithPreload } from '../lazy/lazy-with-preload';
import { useFirstUse } from './first-use';
import type { PopoverProps } from './open-popover';

// Apart, it keeps 16 to 47 KB of compressed code out of a page's first load.
const [OpenPopover, fetchPopover] = lazyWithPreload(() => import('./open-popover'));
export { fetchPopover };

/**
 * A small panel under its trigger, for details and a few links. Closes with Escape or a click outside, and restores the
 * focus. The trigger is one element that accepts a ref and a button's props.
 */
export function Popover(props: PopoverProps) {
  const { used, alone } = useFirstUse(fetchPopover, 'dialog');
  const trigger = cloneElement(props.trigger, alone);
  if (!used) return trigger;
  return (
    <ChunkBoundary fallback={trigger}>
      <OpenPopover {...props} />
    </ChunkBoundary>
  );
}
