/**
 * A message's actions: always visible on touch screens and on the last message, otherwise on hover and focus. Their
 * space is always reserved, to avoid layout shift.
 */
export const ACTIONS_APPEAR =
  'flex items-center print:hidden transition-opacity pointer-fine:opacity-0 group-hover:opacity-100 group-focus-within:opacity-100 group-data-[last=true]:opacity-100';
