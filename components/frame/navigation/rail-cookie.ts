/** The cookie that remembers whether the sidebar is collapsed: `folded` or `open`. */
export const RAIL_COOKIE = 'farebox-rail';
