/**
 * A chat request for a terminal; the key comes from the environment, so that it stays out of the shell's history.
 * @param origin scheme and host
 */
export function curlOf(origin: string, body: Record<string, unknown>): string {
  return [
    `curl -N ${origin}/api/v1/chat/completions \\`,
    '  -H "Authorization: Bearer $API_KEY" \\',
    '  -H "Content-Type: application/json" \\',
    // A single quote inside single quotes, as a shell wants it.
    `  -d '${JSON.stringify(body, null, 2).replaceAll("'", `'\\''`)}'`,
  ].join('\n');
}
