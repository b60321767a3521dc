import { normalPath, type RobotsRule } from './parse-robots';

/**
 * Characters that are compared at most for one address: a file of many wildcards would take seconds otherwise. Some
 * milliseconds; no file of a real site needs a thousandth of it.
 */
const MAX_STEPS = 20_000_000;

/**
 * Whether rules let a path be read: the longest matching pattern decides, `Allow` if two are equally long; without a
 * match it may be read (RFC 9309 2.2.2). Rules that take too long to match forbid it.
 * @param path path and query of the address
 */
export function isAllowed(rules: readonly RobotsRule[], path: string): boolean {
  const target = normalPath(path);
  // The rules themselves may always be read.
  if (target === '/robots.txt') return true;
  let steps = 0;
  let longest = -1;
  let isAllowedByIt = true;
  for (const { allow, pattern } of rules) {
    const isBetter = pattern.length > longest || (pattern.length === longest && allow);
    if (!isBetter) continue;
    steps += pattern.includes('*') ? pattern.length * target.length : pattern.length;
    if (steps > MAX_STEPS) return false;
    if (!matches(pattern, target)) continue;
    longest = pattern.length;
    isAllowedByIt = allow;
  }
  return isAllowedByIt;
}

/** Whether a pattern matches the beginning of a path, or all of it if it ends with `$`. */
function matches(pattern: string, path: string): boolean {
  const isWhole = pattern.endsWith('$');
  const pieces = (isWhole ? pattern.slice(0, -1) : pattern).split('*');
  const first = pieces.shift() ?? '';
  if (!path.startsWith(first)) return false;
  const last = isWhole ? (pieces.pop() ?? null) : null;
  let at = first.length;
  for (const piece of pieces) {
    const found = path.indexOf(piece, at);
    if (found < 0) return false;
    at = found + piece.length;
  }
  if (!isWhole) return true;
  return last === null ? at === path.length : path.length - last.length >= at && path.endsWith(last);
}
