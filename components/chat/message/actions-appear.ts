/**
 * A message's actions: there on touch screens and on the last message, elsewhere on hover and focus. Their place is
 * always kept, so that nothing moves.
 */
export const ACTIONS_APPEAR =
  'flex items-center transition-opacity pointer-fine:opacity-0 group-hover:opacity-100 group-focus-within:opacity-100 group-data-[last=true]:opacity-100';
