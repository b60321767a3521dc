import { processState } from '../platform/process-state';

/**
 * Marks this process as the page renderer: it has no database, and all its requests come from the API process, which
 * has already resolved the visitor. Called before Next is loaded.
 */
export function markRendererProcess(): void {
  processState('pages.renderer-process', () => true);
}

/**
 * Whether this process is the page renderer. Under `next dev` and `next start` pages are rendered in the only process.
 */
export function isRendererProcess(): boolean {
  return processState('pages.renderer-process', () => false);
}
