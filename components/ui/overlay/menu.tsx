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
import { useFirstUse } from './open-by-use';

const [OpenMenu, fetchMenu] = lazyWithPreload(() => import('./open-menu'));
export { fetchMenu };

/**
 * A menu under its trigger. The trigger is one element that takes a ref and a button's properties, e.g. an `IconButton`.
 * Fill it with `MenuItem`, `MenuLink`, `MenuRadioGroup`, `MenuSeparator`.
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

/** One action of a menu. `danger` for what removes something. */
export function MenuItem(props: MenuItemProps) {
  const { Item } = useMenuParts();
  return <Item {...props} />;
}

/** A way to another page of the console. */
export function MenuLink(props: MenuLinkProps) {
  const { LinkItem } = useMenuParts();
  return <LinkItem {...props} />;
}

/** Choices of which one holds, with a mark at it. */
export function MenuRadioGroup<V extends string>({ onChange, ...props }: MenuRadioGroupProps<V>) {
  const { RadioGroup } = useMenuParts();
  // Only the given values come back.
  return <RadioGroup {...props} onChange={(value) => onChange(value as V)} />;
}

/** A hairline between groups of a menu. */
export function MenuSeparator() {
  const { Separator } = useMenuParts();
  return <Separator />;
}
