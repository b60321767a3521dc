/**
 * Focuses a row after the list has rendered again, unless the user is typing somewhere. If the list is in a drawer,
 * only fields inside the drawer count, because nothing behind it can be typed in.
 * @param id the ID of the button that opens its chat
 */
export function focusRow(id: string): void {
  const focus = () => {
    const row = document.getElementById(id);
    const around = row?.closest('[role="dialog"]') ?? document;
    // An open menu keeps its focus; the menu just used is already closing.
    if (document.querySelector('[role="menu"][data-open]')) return;
    if (!around.querySelector('input:focus, textarea:focus')) row?.focus();
  };
  // In the first frame, the drawer still reclaims the focus that was lost inside it.
  requestAnimationFrame(() => requestAnimationFrame(focus));
}
