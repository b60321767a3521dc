'use client';

import { fetchTip } from '../tip/tip-layer';
import { fetchToasts } from '../toast/toast';
import { fetchToaster } from '../toast/toast-layer';
import { useIdlePrefetch } from '../lazy/use-idle-prefetch';
import { fetchMenu } from './menu';
import { fetchPopover } from './popover';

/** Fetches what floats soon after the page, so that menus and notices are there also when the server has gone away. */
export function useFetchedOverlays(): void {
  useIdlePrefetch(fetchAll);
}

function fetchAll(): void {
  // What does not come now is asked for again when it is used.
  for (const fetchIt of [fetchMenu, fetchPopover, fetchTip, fetchToaster, fetchToasts]) void fetchIt();
}
