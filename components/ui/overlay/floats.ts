/**
 * Whether a dialog or menu is open and handles the keyboard; not while it is closing. The page underneath must not take
 * the focus meanwhile, or text being typed would go elsewhere.
 */
export const floats = (): boolean =>
  document.querySelector(':is([role="dialog"], [role="alertdialog"], [role="menu"]):not([data-closed])') !== null;
