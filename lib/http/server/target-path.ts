/** The decoded path of a request target, without its query and trailing slash. */
export function decodedPathOf(target: string): string {
  const path = target.split('?', 1)[0]?.replace(/\/$/, '') ?? '';
  if (!path.includes('%')) return path;
  try {
    // Next routes by the decoded path: no alternative spelling of an API path may reach it.
    return decodeURIComponent(path).replace(/\/{2,}/g, '/');
  } catch {
    return path;
  }
}
