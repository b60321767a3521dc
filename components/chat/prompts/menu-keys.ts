import type { KeyboardEvent, RefObject } from 'react';

/** The ID of the list of options. */
export const MENU_ID = 'prompt-menu';

/** What the open menu does with a key; whether it was for the menu. */
export type MenuKeys = RefObject<((event: KeyboardEvent) => boolean) | null>;
