'use client';

import { fetchTip } from '../tip/tip-layer';
import { fetchToasts } from '../toast/toast';
import { useIdlePrefetch } from '../lazy/use-idle-prefetch';
import { fetchMenu } from './menu';
import { fetchPopover } from './popover';

/** Preloads menus, tooltips, and toasts soon after the page, so that they also work when the server is unreachable. */
export function useOverlayPreload(): void {
  useIdlePrefetch(fetchAll);
}

function fetchAll(): void {
  // If this fails, the first use tries again.
  for (const fetchIt of [fetchMenu, fetchPopover, fetchTip, fetchToasts]) void fetchIt();
}
