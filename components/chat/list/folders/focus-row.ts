/**
 * Gives a row the focus once the rows stand again, unless the reader types somewhere by then: in the drawer, where there is
 * one around the row, as what lies behind it takes no typing.
 * @param id of the button that opens its chat
 */
export function focusRow(id: string): void {
  const focus = () => {
    const row = document.getElementById(id);
    const around = row?.closest('[role="dialog"]') ?? document;
    // An open menu has the focus rightly; that of the choice is closing.
    if (document.querySelector('[role="menu"][data-open]')) return;
    if (!around.querySelector('input:focus, textarea:focus')) row?.focus();
  };
  // In the first frame the drawer takes the focus that was lost in it.
  requestAnimationFrame(() => requestAnimationFrame(focus));
}
