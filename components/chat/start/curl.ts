import { KEY_VARIABLE } from '@/lib/core/samples/request';

/**
 * A chat request as a curl command; the key comes from the environment, which keeps it out of the shell history.
 * @param origin scheme and host
 */
export function curlOf(origin: string, body: Record<string, unknown>): string {
  // Escapes a single quote inside single quotes for the shell.
  const lines = Object.entries(body).map(([name, value]) => `    "${name}": ${JSON.stringify(value)}`);
  const json = `{\n${lines.join(',\n')}\n  }`.replaceAll("'", `'\\''`);
  return [
    `curl -N ${origin}/api/v1/chat/completions \\`,
    `  -H "Authorization: Bearer $${KEY_VARIABLE}" \\`,
    '  -H "Content-Type: application/json" \\',
    `  -d '${json}'`,
  ].join('\n');
}
