/**
 * Whether a page seems to have scripts, so that it is worth offering to run them. Nothing depends on it for safety: scripts
 * that it overlooks do not run.
 */
export function hasScripts(html: string): boolean {
  return /<script[\s/>]|\son[a-z]+\s*=|javascript:/i.test(html);
}
