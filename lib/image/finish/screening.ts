import type { ImageScreening } from '../../models/service-file/file';
import { processState } from '../../platform/process-state';
import { makeWordList, type WordList } from './word-list';

/** The screening in effect. */
export type Screening = { words: WordList; moderation?: NonNullable<ImageScreening['moderation']> };

const state = () => processState<{ current: Screening | null }>('image.screening', () => ({ current: null }));

/** Replaces how prompts are screened; null turns it off. */
export function installImageScreening(screening: ImageScreening | null): void {
  state().current = screening && {
    words: makeWordList(screening.words),
    ...(screening.moderation && { moderation: screening.moderation }),
  };
}

/** How prompts are screened now, or null. */
export function imageScreening(): Screening | null {
  return state().current;
}
