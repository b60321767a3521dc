/** The decoded path of a request target, without its query and trailing slash. */
export function decodedPathOf(target: string): string {
  const path = target.split('?', 1)[0]?.replace(/\/$/, '') ?? '';
  if (!path.includes('%')) return path;
  try {
    // Next would find a route by its decoded path: nothing of the API may reach it by another spelling.
    return decodeURIComponent(path).replace(/\/{2,}/g, '/');
  } catch {
    return path;
  }
}
