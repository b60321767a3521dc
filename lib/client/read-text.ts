/** A text document of this site, or null where it cannot be read. */
export async function readText(path: string): Promise<string | null> {
  try {
    const response = await fetch(path, { credentials: 'omit' });
    return response.ok ? await response.text() : null;
  } catch {
    return null;
  }
}
