/**
 * Whether a dialog or a menu floats above the page and has the keys; what is on its way out has them no more. The page below
 * must not take the focus meanwhile: words that are being typed would go elsewhere.
 */
export const floats = (): boolean =>
  document.querySelector(':is([role="dialog"], [role="alertdialog"], [role="menu"]):not([data-closed])') !== null;
