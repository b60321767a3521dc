import { engineStatus } from '../engines/chat';
import { listMissing, missingWords } from '../engines/missing';

/** How the embedded engine is: its state, and in words what is missing, for the pages. Folders are told to signed-in people only. */
export function describeEngine(): { state: string; missing: { id: string; words: string }[] } {
  return {
    state: engineStatus().state,
    missing: listMissing().map((missing) => ({ id: missing.id, words: missingWords(missing).join(' ') })),
  };
}
