/**
 * A chat request for a terminal; the key comes from the environment, so that it stays out of the shell's history.
 * @param origin scheme and host
 */
export function curlOf(origin: string, body: Record<string, unknown>): string {
  // A single quote inside single quotes, as a shell wants it.
  const lines = Object.entries(body).map(([name, value]) => `    "${name}": ${JSON.stringify(value)}`);
  const json = `{\n${lines.join(',\n')}\n  }`.replaceAll("'", `'\\''`);
  return [
    `curl -N ${origin}/api/v1/chat/completions \\`,
    '  -H "Authorization: Bearer $API_KEY" \\',
    '  -H "Content-Type: application/json" \\',
    `  -d '${json}'`,
  ].join('\n');
}
