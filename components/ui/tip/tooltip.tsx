'use client';

import { cloneElement, useEffect, useId, type FocusEvent, type PointerEvent, type ReactElement } from 'react';
import { askTip, dropTip, type Tip } from './tips';

/**
 * A short label over its child on hover and focus. It never contains information that is not available elsewhere: the
 * child has its own accessible name. The child must be one element that accepts a button's event handlers.
 * @param card shown instead of the label, as a small panel
 */
export function Tooltip({
  label,
  card,
  side = 'top',
  children,
}: {
  label: string;
  card?: Tip['card'];
  side?: Tip['side'];
  children: ReactElement<Record<string, unknown>>;
}) {
  const owner = useId();
  const ask = (anchor: Element) => askTip({ owner, anchor, label, card, side });
  const drop = () => dropTip(owner);
  useEffect(() => () => dropTip(owner), [owner]);
  const { props } = children;
  return cloneElement(children, {
    onPointerEnter: both(props.onPointerEnter, ({ currentTarget, pointerType }: PointerEvent) => {
      if (pointerType !== 'touch') ask(currentTarget);
    }),
    onPointerLeave: both(props.onPointerLeave, drop),
    onPointerDown: both(props.onPointerDown, drop),
    onFocus: both(props.onFocus, ({ currentTarget }: FocusEvent) => {
      if (currentTarget.matches(':focus-visible')) ask(currentTarget);
    }),
    onBlur: both(props.onBlur, drop),
  });
}

/** Combines two listeners; the other one is called first. */
function both<E>(theirs: unknown, own: (event: E) => void): (event: E) => void {
  return (event) => {
    if (typeof theirs === 'function') theirs(event);
    own(event);
  };
}
