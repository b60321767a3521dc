import { jsonText } from './literal';
import { addressOf, isStreamed, KEY_VARIABLE, type SampleRequest } from './request';

/** Linux limits a program argument to 128 KiB: a longer body is passed through standard input. */
const MAX_ARGUMENT_BYTES = 100_000;
const END = 'END_OF_BODY';

/** A request for a POSIX shell with curl. */
export function curlSample(request: SampleRequest): string {
  const { method, body, withKey, savesAs } = request;
  const implied = body === undefined ? 'GET' : 'POST';
  const json = body === undefined ? '' : jsonText(body);
  const isArgument = new TextEncoder().encode(json).length <= MAX_ARGUMENT_BYTES;
  const args = [
    `curl${isStreamed(request) ? ' -N' : ''}${method === implied ? '' : ` -X ${method}`} ${quoted(addressOf(request))}`,
    ...(withKey ? [`-H "Authorization: Bearer $${KEY_VARIABLE}"`] : []),
    ...(savesAs === undefined ? [] : [`--fail -o ${quoted(savesAs)} -w 'Status %{http_code}, saved as ${savesAs}\\n'`]),
    ...(body === undefined
      ? []
      : ["-H 'Content-Type: application/json'", isArgument ? `-d ${quoted(json)}` : `-d @- <<'${END}'`]),
  ];
  const command = args.join(' \\\n  ');
  // No line of JSON equals the end marker, which has no quotes.
  return isArgument ? command : `${command}\n${json}\n${END}`;
}

/** A literal word of a shell. */
function quoted(text: string): string {
  return /^[\w./:-]+$/.test(text) ? text : `'${text.replaceAll("'", `'\\''`)}'`;
}
