'use client';

import { cloneElement, createContext, use, type ReactNode } from 'react';
import { ChunkBoundary } from '../lazy/chunk-boundary';
import { lazyWithPreload } from '../lazy/lazy-with-preload';
import { useFirstUse } from './first-use';
import type { MenuItemProps, MenuLinkProps, MenuParts, MenuProps, MenuRadioGroupProps } from './open-menu';

// Apart, it keeps 33 to 64 KB of compressed code out of a page's first load.
const [OpenMenu, fetchMenu] = lazyWithPreload(() => import('./open-menu'));
export { fetchMenu };

/** The parts of the surrounding menu. */
const PartsContext = createContext<MenuParts | null>(null);

/**
 * A menu under its trigger. The trigger is one element that accepts a ref and a button's props, e.g. an `IconButton`.
 * The content consists of `MenuItem`, `MenuLink`, `MenuRadioGroup`, `MenuSeparator`.
 */
export function Menu({ children, ...props }: MenuProps & { children: ReactNode }) {
  const { used, byKeyboard, alone } = useFirstUse(fetchMenu, 'menu');
  const trigger = cloneElement(props.trigger, alone);
  if (!used) return trigger;
  return (
    <ChunkBoundary fallback={trigger}>
      <OpenMenu {...props} byKeyboard={byKeyboard}>
        {(parts) => <PartsContext value={parts}>{children}</PartsContext>}
      </OpenMenu>
    </ChunkBoundary>
  );
}

/** An action in a menu. `danger` for destructive actions. */
export function MenuItem(props: MenuItemProps) {
  const { Item } = useParts();
  return <Item {...props} />;
}

/** A link to another page of the console. */
export function MenuLink(props: MenuLinkProps) {
  const { LinkItem } = useParts();
  return <LinkItem {...props} />;
}

/** A group of options of which one is checked. */
export function MenuRadioGroup<V extends string>({ onChange, ...props }: MenuRadioGroupProps<V>) {
  const { RadioGroup } = useParts();
  // Only the given values can be selected.
  return <RadioGroup {...props} onChange={(value) => onChange(value as V)} />;
}

/** A divider between groups of a menu. */
export function MenuSeparator() {
  const { Separator } = useParts();
  return <Separator />;
}

function useParts(): MenuParts {
  const parts = use(PartsContext);
  if (!parts) throw new Error('A menu part must be inside a Menu.');
  return parts;
}
