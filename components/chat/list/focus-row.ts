/**
 * Gives a row the focus once the rows stand again, unless the reader types somewhere by then.
 * @param id of the button that opens its chat
 */
export function focusRow(id: string): void {
  const focus = () => {
    if (!document.activeElement?.matches('input, textarea')) document.getElementById(id)?.focus();
  };
  // In the first frame the drawer takes the focus that was lost in it.
  requestAnimationFrame(() => requestAnimationFrame(focus));
}
