/** What a reader of a page does not see. */

/** Elements without an end tag. */
export const NEVER_CLOSED = /^(area|base|br|col|embed|hr|img|input|link|meta|param|source|track|wbr)$/;

/** Elements whose content is no text of the page, or only its controls. */
export const LEFT_OUT =
  /^(script|style|noscript|template|svg|math|canvas|iframe|object|embed|audio|video|select|datalist|textarea|button|input|dialog|link)$/;

/** Styles that hide an element: not shown, transparent, without a size, or moved out of the window. */
const HIDING_STYLE =
  /display\s*:\s*none|visibility\s*:\s*(hidden|collapse)|(^|[;\s])opacity\s*:\s*0*\.?0+\s*(;|!|$)|font-size\s*:\s*0*\.?0+(px|em|rem|pt|%)?\s*(;|!|$)|(left|top|text-indent)\s*:\s*-\d{4,}|clip\s*:\s*rect\(\s*0/i;

/**
 * Whether an element and its content are hidden from readers, as far as the element itself says so. Text that only
 * programs see is a way to give them instructions.
 */
export function isHidden(attributes: ReadonlyMap<string, string>): boolean {
  if (attributes.has('hidden') || attributes.get('aria-hidden')?.trim().toLowerCase() === 'true') return true;
  const style = attributes.get('style');
  return style !== undefined && HIDING_STYLE.test(style);
}

/** Menus, and what is around the content of a page, as roles. */
const MENU_ROLE = /^(navigation|banner|contentinfo)$/i;

/** Whether an element is a menu, or what every page of a site has around its content. */
export function isMenu(name: string, attributes: ReadonlyMap<string, string>): boolean {
  return name === 'nav' || MENU_ROLE.test(attributes.get('role')?.trim() ?? '');
}
