import { literal, type Notation } from './literal';
import { addressOf, type FormField, isStreamed, KEY_VARIABLE, type SampleRequest } from './request';

const NOTATION: Notation = {
  // JSON escapes have the same meaning in Python.
  text: (text) => JSON.stringify(text),
  constant: (value) => (value === null ? 'None' : value ? 'True' : 'False'),
  member: (name) => JSON.stringify(name),
  step: '    ',
  pad: '',
  lastComma: ',',
};

/** A request for Python 3 that uses only the standard library. */
export function pythonSample(request: SampleRequest): string {
  const { method, body, withKey, form, savesAs } = request;
  const headers = [
    ...(withKey ? [`"Authorization": f"Bearer {os.environ['${KEY_VARIABLE}']}"`] : []),
    ...(body === undefined ? [] : ['"Content-Type": "application/json"']),
    ...(form === undefined ? [] : ['"Content-Type": f"multipart/form-data; boundary={boundary}"']),
  ];
  const implied = body === undefined && form === undefined ? 'GET' : 'POST';
  const modules = [
    ...(body === undefined && savesAs !== undefined ? [] : ['json']),
    ...(withKey ? ['os'] : []),
    ...(form === undefined && savesAs === undefined ? [] : ['pathlib']),
    'urllib.request',
    ...(form === undefined ? [] : ['uuid']),
  ];
  return [
    `import ${modules.join(', ')}`,
    '',
    ...(body === undefined ? [] : [`body = ${literal(body, NOTATION)}`]),
    ...(form === undefined ? [] : formLines(form)),
    'request = urllib.request.Request(',
    `    ${JSON.stringify(addressOf(request))},`,
    ...(body === undefined ? [] : ['    data=json.dumps(body).encode(),']),
    ...(form === undefined ? [] : ['    data=body,']),
    ...(headers.length > 0 ? [`    headers={${headers.join(', ')}},`] : []),
    ...(method === implied ? [] : [`    method=${JSON.stringify(method)},`]),
    ')',
    'with urllib.request.urlopen(request) as response:',
    ...answerLines(request),
  ].join('\n');
}

function answerLines(request: SampleRequest): string[] {
  const { body, savesAs } = request;
  if (isStreamed(request)) return streamLines(body);
  if (savesAs === undefined) return ['    print(json.dumps(json.load(response), indent=2))'];
  const file = JSON.stringify(savesAs);
  return [`    pathlib.Path(${file}).write_bytes(response.read())`, `    print("Saved", ${file})`];
}

/** A form, which the standard library cannot write by itself. */
function formLines(form: readonly FormField[]): string[] {
  const fields = form.map((field) => {
    const name = JSON.stringify(field.name);
    if ('text' in field) return `    (${name}, None, ${JSON.stringify(field.text)}.encode()),`;
    const file = JSON.stringify(field.file);
    return `    (${name}, ${file}, pathlib.Path(${file}).read_bytes()),`;
  });
  return [
    'fields = [',
    ...fields,
    ']',
    'boundary = uuid.uuid4().hex',
    'body = b""',
    'for name, filename, value in fields:',
    `    header = f'form-data; name="{name}"' + (f'; filename="{filename}"' if filename else "")`,
    '    body += f"--{boundary}\\r\\nContent-Disposition: {header}\\r\\n\\r\\n".encode() + value + b"\\r\\n"',
    'body += f"--{boundary}--\\r\\n".encode()',
    '',
  ];
}

/** Prints the text as it arrives; if functions may be called, the whole deltas. */
function streamLines(body: unknown): string[] {
  const withTools = typeof body === 'object' && body !== null && 'tools' in body;
  return [
    '    for line in response:',
    '        if line.startswith(b"data: {"):',
    '            for choice in json.loads(line[6:])["choices"]:',
    withTools
      ? '                print(json.dumps(choice["delta"]))'
      : '                print(choice["delta"].get("content") or "", end="", flush=True)',
  ];
}
