import { literal, type Notation } from './literal';
import { addressOf, isStreamed, KEY_VARIABLE, type SampleRequest } from './request';

const NOTATION: Notation = {
  text: (text) => `'${JSON.stringify(text).slice(1, -1).replaceAll('\\"', '"').replaceAll("'", "\\'")}'`,
  constant: String,
  member: (name) => (/^[A-Za-z_$][\w$]*$/.test(name) ? name : `'${name}'`),
  step: '  ',
  pad: ' ',
  lastComma: ',',
};

/** A request for Node, as a module: the `openai` package where it has the call, else `fetch`. */
export function typescriptSample(request: SampleRequest): string {
  const call = CALLS[request.operationId];
  return call ? [...clientOf(request), ...call(request)].join('\n') : fetched(request).join('\n');
}

/** What the `openai` package has a method for, by operation. */
const CALLS: Record<string, (request: SampleRequest) => string[]> = {
  createChatCompletion: chat,
  getModels: ({ query }) => {
    const options = query.length > 0 ? `{ query: ${literal(Object.fromEntries(query), NOTATION)} }` : '';
    return [`const models = await client.models.list(${options});`, 'console.log(models.data);'];
  },
  getModel: ({ path }) => {
    const id = decodeURIComponent(path.slice('/models/'.length));
    return [`const model = await client.models.retrieve(${literal(id, NOTATION)});`, 'console.log(model);'];
  },
};

function clientOf({ base }: SampleRequest): string[] {
  const options = `{ baseURL: '${base}', apiKey: process.env.${KEY_VARIABLE} }`;
  return ["import OpenAI from 'openai';", '', `const client = new OpenAI(${options});`];
}

function chat(request: SampleRequest): string[] {
  const { body, serviceId } = request;
  const fields = literal(body, NOTATION).replace(
    new RegExp(`^( *)(${serviceId}_\\w+:)`, 'm'),
    '$1// @ts-expect-error: a field of this service, which the package passes on.\n$1$2',
  );
  if (isStreamed(request)) {
    return [
      `const stream = await client.chat.completions.create(${fields});`,
      'for await (const chunk of stream) {',
      "  process.stdout.write(chunk.choices[0]?.delta.content ?? '');",
      '}',
    ];
  }
  return [
    `const completion = await client.chat.completions.create(${fields});`,
    body !== null && typeof body === 'object' && 'tools' in body
      ? 'console.log(completion.choices[0]?.message.tool_calls);'
      : 'console.log(completion.choices[0]?.message.content);',
  ];
}

function fetched(request: SampleRequest): string[] {
  const { method, body, withKey } = request;
  const headers = [
    ...(withKey ? [`Authorization: \`Bearer \${process.env.${KEY_VARIABLE}}\``] : []),
    ...(body === undefined ? [] : ["'Content-Type': 'application/json'"]),
  ];
  const options = [
    ...(method === 'GET' ? [] : [`  method: '${method}',`]),
    ...(headers.length > 0 ? [`  headers: { ${headers.join(', ')} },`] : []),
    ...(body === undefined ? [] : [`  body: JSON.stringify(${literal(body, NOTATION, '  ')}),`]),
  ];
  const address = literal(addressOf(request), NOTATION);
  return [
    ...(options.length > 0
      ? [`const response = await fetch(${address}, {`, ...options, '});']
      : [`const response = await fetch(${address});`]),
    'if (!response.ok) throw new Error(await response.text());',
    'console.log(await response.json());',
    // Without an import or export it would be a script, which may not await.
    'export {};',
  ];
}
