'use client';

import { cloneElement } from 'react';
import { ChunkBoundary } from '../lazy/chunk-boundary';
import { lazyWithPreload } from '../lazy/lazy-with-preload';
import {
  useMenuParts,
  type MenuItemProps,
  type MenuLinkProps,
  type MenuProps,
  type MenuRadioGroupProps,
} from './menu-parts';
import { useFirstUse } from './first-use';

const [OpenMenu, fetchMenu] = lazyWithPreload(() => import('./open-menu'));
export { fetchMenu };

/**
 * A menu under its trigger. The trigger is one element that accepts a ref and a button's props, e.g. an `IconButton`.
 * The content consists of `MenuItem`, `MenuLink`, `MenuRadioGroup`, `MenuSeparator`.
 */
export function Menu(props: MenuProps) {
  const { used, byKeyboard, alone } = useFirstUse(fetchMenu, 'menu');
  const trigger = cloneElement(props.trigger, alone);
  if (!used) return trigger;
  return (
    <ChunkBoundary fallback={trigger}>
      <OpenMenu {...props} byKeyboard={byKeyboard} />
    </ChunkBoundary>
  );
}

/** An action in a menu. `danger` for destructive actions. */
export function MenuItem(props: MenuItemProps) {
  const { Item } = useMenuParts();
  return <Item {...props} />;
}

/** A link to another page of the console. */
export function MenuLink(props: MenuLinkProps) {
  const { LinkItem } = useMenuParts();
  return <LinkItem {...props} />;
}

/** A group of options of which one is checked. */
export function MenuRadioGroup<V extends string>({ onChange, ...props }: MenuRadioGroupProps<V>) {
  const { RadioGroup } = useMenuParts();
  // Only the given values can be selected.
  return <RadioGroup {...props} onChange={(value) => onChange(value as V)} />;
}

/** A divider between groups of a menu. */
export function MenuSeparator() {
  const { Separator } = useMenuParts();
  return <Separator />;
}
