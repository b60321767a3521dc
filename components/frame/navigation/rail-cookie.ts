/** Remembers whether the rail is folded: `folded` or `open`. */
export const RAIL_COOKIE = 'farebox-rail';
