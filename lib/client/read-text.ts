/** A text document of this site, or null if it cannot be loaded. */
export async function readText(path: string): Promise<string | null> {
  try {
    const response = await fetch(path, { credentials: 'omit' });
    return response.ok ? await response.text() : null;
  } catch {
    return null;
  }
}
