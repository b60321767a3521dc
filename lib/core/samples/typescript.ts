import { literal, type Notation } from './literal';
import { addressOf, type FormField, isStreamed, KEY_VARIABLE, type SampleRequest } from './request';

const NOTATION: Notation = {
  text: quoted,
  constant: String,
  // Without brackets, this name would set the object's prototype.
  member: (name) => (name === '__proto__' ? `['${name}']` : /^[A-Za-z_$][\w$]*$/.test(name) ? name : quoted(name)),
  step: '  ',
  pad: ' ',
  lastComma: ',',
};

function quoted(text: string): string {
  return `'${JSON.stringify(text).slice(1, -1).replaceAll('\\"', '"').replaceAll("'", "\\'")}'`;
}

/** A request for Node, as a module: the `openai` package if it has the call, else `fetch`. */
export function typescriptSample(request: SampleRequest): string {
  const { form } = request;
  if (form && request.operationId === 'createImagesEdit') return packageEdit(request, form).join('\n');
  const call = CALLS[request.operationId];
  if (!call) return fetched(request).join('\n');
  const lines = call(request);
  return [...importsOf(lines), ...clientOf(request), ...lines].join('\n');
}

/** Calls for which the `openai` package has a method, by operation. */
const CALLS: Record<string, (request: SampleRequest) => string[]> = {
  createChatCompletion: chat,
  createEmbedding: ({ body }) => [
    `const { data, usage } = await client.embeddings.create(${literal(body, NOTATION)});`,
    'console.log(data.length, data[0]?.embedding, usage.total_tokens);',
  ],
  createImagesGeneration: ({ body }) => [
    `const { data } = await client.images.generate(${literal(body, NOTATION)});`,
    `await writeFile('image.png', Buffer.from(data?.[0]?.b64_json ?? '', 'base64'));`,
    `console.log('Saved image.png');`,
  ],
  getModels: ({ query }) => {
    const options = query.length > 0 ? `{ query: ${literal(Object.fromEntries(query), NOTATION)} }` : '';
    return [`const models = await client.models.list(${options});`, 'console.log(models.data);'];
  },
  getModel: ({ path }) => {
    const id = decodeURIComponent(path.slice('/models/'.length));
    return [`const model = await client.models.retrieve(${literal(id, NOTATION)});`, 'console.log(model);'];
  },
};

/** What the lines of a program need besides the package. */
function importsOf(lines: string[]): string[] {
  return lines.some((line) => line.includes('writeFile(')) ? ["import { writeFile } from 'node:fs/promises';"] : [];
}

function clientOf({ base }: SampleRequest): string[] {
  const options = `{ baseURL: '${base}', apiKey: process.env.${KEY_VARIABLE} }`;
  return ["import OpenAI from 'openai';", '', `const client = new OpenAI(${options});`];
}

/** Members that the package passes on without knowing them: reasoning that is sent back with the results of calls. */
const BEYOND_PACKAGE = ['reasoning_content', 'reasoning_details', 'thought_signature'];

function chat(request: SampleRequest): string[] {
  const { body } = request;
  const streamed = isStreamed(request);
  const type = `OpenAI.ChatCompletionCreateParams${streamed ? 'Streaming' : 'NonStreaming'}`;
  const fields = literal(body, NOTATION) + (isBeyondPackage(request) ? ` as ${type}` : '');
  const withTools = isObject(body) && 'tools' in body;
  if (streamed) {
    return [
      `const stream = await client.chat.completions.create(${fields});`,
      'for await (const chunk of stream) {',
      withTools
        ? '  console.log(chunk.choices[0]?.delta);'
        : "  process.stdout.write(chunk.choices[0]?.delta.content ?? '');",
      '}',
    ];
  }
  return [
    `const completion = await client.chat.completions.create(${fields});`,
    withTools
      ? 'console.log(completion.choices[0]?.message.tool_calls);'
      : 'console.log(completion.choices[0]?.message.content);',
  ];
}

/** Whether a body has members of this service or of reasoning models: only the package's types reject them. */
function isBeyondPackage({ body, serviceId }: SampleRequest): boolean {
  if (!isObject(body)) return false;
  const messages = Array.isArray(body.messages) ? body.messages : [];
  return (
    Object.keys(body).some((name) => name.startsWith(`${serviceId}_`)) ||
    messages.some((message: unknown) => isObject(message) && BEYOND_PACKAGE.some((name) => name in message))
  );
}

const isObject = (value: unknown): value is Record<string, unknown> => typeof value === 'object' && value !== null;

function fetched(request: SampleRequest): string[] {
  const { method, body, withKey, form, savesAs } = request;
  const headers = [
    ...(withKey ? [`Authorization: \`Bearer \${process.env.${KEY_VARIABLE}}\``] : []),
    ...(body === undefined ? [] : ["'Content-Type': 'application/json'"]),
  ];
  const options = [
    ...(method === 'GET' ? [] : [`  method: '${method}',`]),
    ...(headers.length > 0 ? [`  headers: { ${headers.join(', ')} },`] : []),
    ...(body === undefined ? [] : [`  body: JSON.stringify(${literal(body, NOTATION, '  ')}),`]),
    ...(form === undefined ? [] : ['  body: form,']),
  ];
  const files = ['readFile', 'writeFile'].filter((name) => (name === 'readFile' ? form : savesAs) !== undefined);
  const address = literal(addressOf(request), NOTATION);
  return [
    ...(files.length > 0 ? [`import { ${files.join(', ')} } from 'node:fs/promises';`, ''] : []),
    ...(form === undefined ? [] : formLines(form)),
    ...(options.length > 0
      ? [`const response = await fetch(${address}, {`, ...options, '});']
      : [`const response = await fetch(${address});`]),
    'if (!response.ok) throw new Error(await response.text());',
    ...(savesAs === undefined ? ['console.log(await response.json());'] : saved(savesAs)),
    // Without an import or export this would be a script, which cannot use await.
    ...(files.length > 0 ? [] : ['export {};']),
  ];
}

function saved(file: string): string[] {
  const name = literal(file, NOTATION);
  return [
    `await writeFile(${name}, new Uint8Array(await response.arrayBuffer()));`,
    `console.log(${literal(`Saved ${file}`, NOTATION)});`,
  ];
}

function formLines(form: readonly FormField[]): string[] {
  const lines = form.map((field) => {
    const name = literal(field.name, NOTATION);
    if ('text' in field) return `form.append(${name}, ${literal(field.text, NOTATION)});`;
    const file = literal(field.file, NOTATION);
    return `form.append(${name}, new Blob([await readFile(${file})]), ${file});`;
  });
  return ['const form = new FormData();', ...lines, ''];
}

/** An edit through the `openai` package, which takes files as streams. */
function packageEdit(request: SampleRequest, form: readonly FormField[]): string[] {
  const fields = form.map((field) => {
    const value = literal('file' in field ? field.file : field.text, NOTATION);
    return `  ${field.name}: ${'file' in field ? `createReadStream(${value})` : value},`;
  });
  return [
    "import { createReadStream } from 'node:fs';",
    ...clientOf(request),
    'const edited = await client.images.edit({',
    ...fields,
    '});',
    'console.log(edited.data?.[0]?.b64_json);',
  ];
}
