import type { StudioStore } from './store';

/** The studios that this tab has opened, by account. Apart from the code that opens them, which clearing does not need. */
export const openedStudios = new Map<string, Promise<StudioStore>>();
