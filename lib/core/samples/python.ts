import { literal, type Notation } from './literal';
import { addressOf, isStreamed, KEY_VARIABLE, type SampleRequest } from './request';

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
  const { method, body, withKey, savesAs } = request;
  const headers = [
    ...(withKey ? [`"Authorization": f"Bearer {os.environ['${KEY_VARIABLE}']}"`] : []),
    ...(body === undefined ? [] : ['"Content-Type": "application/json"']),
  ];
  const implied = body === undefined ? 'GET' : 'POST';
  return [
    `import json${withKey ? ', os' : ''}, urllib.request`,
    '',
    ...(body === undefined ? [] : [`body = ${literal(body, NOTATION)}`]),
    'request = urllib.request.Request(',
    `    ${JSON.stringify(addressOf(request))},`,
    ...(body === undefined ? [] : ['    data=json.dumps(body).encode(),']),
    ...(headers.length > 0 ? [`    headers={${headers.join(', ')}},`] : []),
    ...(method === implied ? [] : [`    method=${JSON.stringify(method)},`]),
    ')',
    'with urllib.request.urlopen(request) as response:',
    ...(savesAs !== undefined
      ? saveLines(savesAs)
      : isStreamed(request)
        ? streamLines(body)
        : ['    print(json.dumps(json.load(response), indent=2))']),
  ].join('\n');
}

/** Saves the answer as a file. */
function saveLines(name: string): string[] {
  return [
    `    with open(${JSON.stringify(name)}, "wb") as file:`,
    '        file.write(response.read())',
    `print(${JSON.stringify(`Saved as ${name}`)})`,
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
