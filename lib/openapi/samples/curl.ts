import { jsonText } from './literal';
import { addressOf, isStreamed, KEY_VARIABLE, type SampleRequest } from './request';

/** A request for a POSIX shell with curl. */
export function curlSample(request: SampleRequest): string {
  const { method, body, withKey } = request;
  const implied = body === undefined ? 'GET' : 'POST';
  const words = [
    `curl${isStreamed(request) ? ' -N' : ''}${method === implied ? '' : ` -X ${method}`} ${quoted(addressOf(request))}`,
    ...(withKey ? [`-H "Authorization: Bearer $${KEY_VARIABLE}"`] : []),
    ...(body === undefined ? [] : ["-H 'Content-Type: application/json'", `-d ${quoted(jsonText(body))}`]),
  ];
  return words.join(' \\\n  ');
}

/** A word of a shell, literally. */
function quoted(text: string): string {
  return /^[\w./:-]+$/.test(text) ? text : `'${text.replaceAll("'", `'\\''`)}'`;
}
