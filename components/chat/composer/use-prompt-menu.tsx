'use client';

import { useRef, useState, type KeyboardEvent, type ReactNode, type RefObject } from 'react';
import { ChunkBoundary } from '@/components/ui/lazy/chunk-boundary';
import { lazyWithPreload } from '@/components/ui/lazy/lazy-with-preload';
import { nextBlank, typedCommand } from '@/lib/client/chat/prompts/typed';
import { MENU_ID, type MenuKeys } from '../prompts/menu-keys';

const [PromptMenu, fetchMenu] = lazyWithPreload(() => import('../prompts/prompt-menu'));

/**
 * The menu of saved prompts over the message field, while only `/` and a part of a name are typed. Enter waits until it
 * has loaded, because a command must not be sent as a message. Tab goes to the next `{{blank}}` of the text.
 * @param onFill called with the text that replaces the command
 */
export function usePromptMenu(
  text: string,
  field: RefObject<HTMLTextAreaElement | null>,
  onFill: (text: string) => void,
): {
  menu: ReactNode;
  /** The attributes of the field that name the highlighted option. */
  attributes: { 'aria-controls'?: string; 'aria-activedescendant'?: string; 'aria-autocomplete'?: 'list' };
  onKeyDown: (event: KeyboardEvent) => boolean;
} {
  const keysRef: MenuKeys = useRef(null);
  const [closedFor, setClosedFor] = useState<string | null>(null);
  const [active, setActive] = useState<string | null>(null);
  // The text for which Enter was pressed before the menu had loaded.
  const [heldFor, setHeldFor] = useState<string | null>(null);
  const command = typedCommand(text);
  const open = command !== null && closedFor !== text;
  if (!open && active !== null) setActive(null);
  const fill = (filled: string) => {
    onFill(filled);
    const area = field.current;
    area?.focus();
    // Once the text is in the field.
    requestAnimationFrame(() => {
      const blank = nextBlank(filled, 0);
      area?.setSelectionRange(blank?.start ?? filled.length, blank?.end ?? filled.length);
    });
  };
  const menu = open ? (
    <ChunkBoundary>
      <PromptMenu
        command={command}
        keysRef={keysRef}
        held={heldFor === text}
        onHold={() => setHeldFor(text)}
        onReleased={() => setHeldFor(null)}
        onActive={setActive}
        onFill={fill}
        onClose={() => setClosedFor(text)}
        onReturn={() => field.current?.focus()}
      />
    </ChunkBoundary>
  ) : null;
  return {
    menu,
    attributes:
      active === null ? {} : { 'aria-autocomplete': 'list', 'aria-controls': MENU_ID, 'aria-activedescendant': active },
    onKeyDown(event) {
      if (event.nativeEvent.isComposing) return false;
      if (event.key === '/' && text === '') void fetchMenu();
      if (open && keysRef.current === null && isEnter(event)) {
        setHeldFor(text);
        // Without its code there is no menu: then the next Enter sends the text.
        void fetchMenu().then((code) => {
          if (code === undefined) setClosedFor(text);
        });
        return true;
      }
      if (open && keysRef.current?.(event)) return true;
      return event.key === 'Tab' && !event.shiftKey && selectBlank(field.current);
    },
  };
}

const isEnter = ({ key, shiftKey }: KeyboardEvent): boolean => key === 'Enter' && !shiftKey;

/** Selects the next blank after the cursor. @returns whether there is one */
function selectBlank(area: HTMLTextAreaElement | null): boolean {
  if (!area) return false;
  const { value, selectionStart, selectionEnd } = area;
  // From the last blank, Tab leaves the field.
  const blank = nextBlank(value, selectionStart === selectionEnd ? selectionStart : selectionEnd);
  if (!blank) return false;
  area.setSelectionRange(blank.start, blank.end);
  return true;
}
