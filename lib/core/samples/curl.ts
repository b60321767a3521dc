import { jsonText } from './literal';
import { addressOf, isStreamed, KEY_VARIABLE, type SampleRequest } from './request';

/** Linux limits a program argument to 128 KiB: a longer body is passed through standard input. */
const LONGEST_WORD_BYTES = 100_000;
const END = 'END_OF_BODY';

/** A request for a POSIX shell with curl. */
export function curlSample(request: SampleRequest): string {
  const { method, body, withKey } = request;
  const implied = body === undefined ? 'GET' : 'POST';
  const json = body === undefined ? '' : jsonText(body);
  const inWord = new TextEncoder().encode(json).length <= LONGEST_WORD_BYTES;
  const args = [
    `curl${isStreamed(request) ? ' -N' : ''}${method === implied ? '' : ` -X ${method}`} ${quoted(addressOf(request))}`,
    ...(withKey ? [`-H "Authorization: Bearer $${KEY_VARIABLE}"`] : []),
    ...(body === undefined
      ? []
      : ["-H 'Content-Type: application/json'", inWord ? `-d ${quoted(json)}` : `-d @- <<'${END}'`]),
  ];
  const command = args.join(' \\\n  ');
  // No line of JSON consists of that word alone, because it has no quotes.
  return inWord ? command : `${command}\n${json}\n${END}`;
}

/** A literal word of a shell. */
function quoted(text: string): string {
  return /^[\w./:-]+$/.test(text) ? text : `'${text.replaceAll("'", `'\\''`)}'`;
}
