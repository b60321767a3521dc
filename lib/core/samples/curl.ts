import { jsonText } from './literal';
import { addressOf, type FormField, isStreamed, KEY_VARIABLE, type SampleRequest } from './request';

/** Linux limits a program argument to 128 KiB: a longer body is passed through standard input. */
const MAX_ARGUMENT_BYTES = 100_000;
const END = 'END_OF_BODY';

/** A request for a POSIX shell with curl. */
export function curlSample(request: SampleRequest): string {
  const { method, body, withKey, form = [], savesAs } = request;
  const implied = body === undefined && form.length === 0 ? 'GET' : 'POST';
  const json = body === undefined ? '' : jsonText(body);
  const isArgument = new TextEncoder().encode(json).length <= MAX_ARGUMENT_BYTES;
  const args = [
    `curl${isStreamed(request) ? ' -N' : ''}${method === implied ? '' : ` -X ${method}`} ${quoted(addressOf(request))}`,
    ...(withKey ? [`-H "Authorization: Bearer $${KEY_VARIABLE}"`] : []),
    ...(body === undefined
      ? []
      : ["-H 'Content-Type: application/json'", isArgument ? `-d ${quoted(json)}` : `-d @- <<'${END}'`]),
    ...form.map(fieldArgument),
  ];
  // Before a body on standard input, which ends the command.
  if (savesAs !== undefined) args.splice(1, 0, `-o ${quoted(savesAs)}`);
  const command = args.join(' \\\n  ');
  // No line of JSON equals the end marker, which has no quotes.
  return isArgument ? command : `${command}\n${json}\n${END}`;
}

/** A text that curl would read as a file, or as options, needs another argument. */
function fieldArgument(field: FormField): string {
  if ('file' in field) return `-F ${quoted(`${field.name}=@${field.file}`)}`;
  return `${/^[@<]|;/.test(field.text) ? '--form-string' : '-F'} ${quoted(`${field.name}=${field.text}`)}`;
}

/** A literal word of a shell. */
function quoted(text: string): string {
  return /^[\w./:=@-]+$/.test(text) ? text : `'${text.replaceAll("'", `'\\''`)}'`;
}
