import { processState } from '../platform/process-state';

/**
 * Marks this process as the page renderer: it has no database, and every request reaches it through the API process,
 * which resolved the visitor already. Called before Next is loaded.
 */
export function markRendererProcess(): void {
  processState('pages.renderer-process', () => true);
}

/** Whether this process is the page renderer. Under `next dev` and `next start` pages render in the one process there is. */
export function isRendererProcess(): boolean {
  return processState('pages.renderer-process', () => false);
}
