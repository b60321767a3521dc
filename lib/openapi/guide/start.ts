import type { Sample } from '../../core/samples/request';
import type { Operation, Section } from '../contract';
import type { Guide, GuideContext } from './types';

/** From nothing to an answer with its cost. */
export function startGuide({ base, serviceId, pages }: GuideContext): Guide {
  const operations = pages.flatMap((page) => (page.kind === 'operation' ? [page.operation] : []));
  const origin = new URL(base).origin;
  return {
    slug: '',
    title: 'Quickstart',
    summary: 'From nothing to the first answer, with what it cost, in five minutes.',
    sections: [
      baseAddress(base),
      key(serviceId),
      {
        id: 'first-request',
        title: '3. The first request',
        blocks: [
          ...samplesOf(operations, 'whole', 'First request'),
          {
            kind: 'text',
            text: 'The samples for TypeScript use the `openai` package (`npm install openai`). Those for Python need nothing but Python; the `openai` package for Python takes the same two values as `base_url` and `api_key`.',
          },
          {
            kind: 'text',
            text: '`default` is a trait: the model that this installation recommends. [The models](/docs/getModels) have ids, traits and the names that other services gave them; all of them are valid as `model`.',
          },
        ],
      },
      {
        id: 'streaming',
        title: '4. Word by word',
        blocks: [
          ...samplesOf(operations, 'stream', 'Streamed request'),
          {
            kind: 'text',
            text: 'Each event is a chunk of the answer. The last one holds `usage` and `cost`, then `data: [DONE]` ends the stream. A reader who leaves stops the model and pays for what was written.',
          },
        ],
      },
      next(base, origin),
    ],
  };
}

function samplesOf(operations: Operation[], name: string, label: string) {
  const chat = operations.find(({ id }) => id === 'createChatCompletion');
  const samples: Sample[] = chat?.requests.find((request) => request.name === name)?.samples ?? [];
  return samples.length > 0 ? [{ kind: 'samples' as const, label, samples }] : [];
}

function baseAddress(base: string): Section {
  return {
    id: 'base-address',
    title: '1. The base address',
    blocks: [
      { kind: 'code', label: 'Base address', code: base },
      {
        kind: 'text',
        text: 'Every client that speaks to OpenAI works: give it this address and a key, and keep the rest of the code. Requests and answers are JSON; streams are server-sent events.',
      },
    ],
  };
}

function key(serviceId: string): Section {
  return {
    id: 'key',
    title: '2. A key',
    blocks: [
      {
        kind: 'text',
        text: 'Create one under [Keys](/keys). A key of type INFERENCE is enough for an application. The secret is shown once: put it into the environment of your program.',
      },
      {
        kind: 'code',
        label: 'Key in the environment',
        code: `export API_KEY="${serviceId.toUpperCase()}_INFERENCE_KEY_…"`,
      },
    ],
  };
}

function next(base: string, origin: string): Section {
  return {
    id: 'next',
    title: '5. What next',
    blocks: [
      {
        kind: 'list',
        items: [
          '[Chat completions](/docs/createChatCompletion): tools, JSON of a schema, images, characters.',
          '[Errors](/docs/errors): every code, and what to do about it.',
          '[Billing](/docs/billing): what each answer cost, and how to repeat a request without paying twice.',
          `For agents: [llms.txt](${origin}/llms.txt) lists these pages as Markdown, [openapi.json](${base}/openapi.json) describes every field.`,
        ],
      },
    ],
  };
}
