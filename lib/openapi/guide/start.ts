import { KEY_VARIABLE } from '../../core/samples/request';
import type { Section } from '../contract';
import { samplesOf } from './samples-of';
import type { Guide, GuideContext } from './types';

const CHAT = 'createChatCompletion';

/** From zero to a first answer with its cost. */
export function startGuide({ base, serviceId, pages }: GuideContext): Guide {
  const origin = new URL(base).origin;
  return {
    slug: '',
    title: 'Quickstart',
    summary: 'From zero to your first answer and its cost in five minutes.',
    sections: [
      baseAddress(base),
      key(serviceId),
      {
        id: 'first-request',
        title: '3. First request',
        blocks: [
          ...samplesOf(pages, CHAT, 'whole', 'First request'),
          {
            kind: 'text',
            text: 'The TypeScript samples use the `openai` package (`npm install openai`). The Python samples need only Python; the `openai` package for Python takes the same two values as `base_url` and `api_key`.',
          },
          {
            kind: 'text',
            text: '`default` is a trait: the model that this installation recommends. [Models](/docs/getModels) have IDs, traits, and aliases used by other services; all of them are valid as `model`.',
          },
        ],
      },
      {
        id: 'streaming',
        title: '4. Streaming',
        blocks: [
          ...samplesOf(pages, CHAT, 'stream', 'Streamed request'),
          {
            kind: 'text',
            text: 'Each event is a chunk of the answer. The last one has `usage` and `cost`, then `data: [DONE]` ends the stream. If you leave early, the model stops and you pay for what was generated.',
          },
        ],
      },
      next(base, origin),
    ],
  };
}

function baseAddress(base: string): Section {
  return {
    id: 'base-address',
    title: '1. Base URL',
    blocks: [
      { kind: 'code', label: 'Base URL', code: base },
      {
        kind: 'text',
        text: 'Works with any OpenAI client: set this base URL and an API key, and keep the rest of your code. Requests and answers are JSON; streams are server-sent events.',
      },
    ],
  };
}

function key(serviceId: string): Section {
  return {
    id: 'key',
    title: '2. API key',
    blocks: [
      {
        kind: 'text',
        text: 'Create one under [Keys](/keys). A key of type INFERENCE is enough for an application. The key is shown once: store it in an environment variable of your program.',
      },
      {
        kind: 'code',
        label: 'Key in the environment',
        code: `export ${KEY_VARIABLE}="${serviceId.toUpperCase()}_INFERENCE_KEY_…"`,
      },
    ],
  };
}

function next(base: string, origin: string): Section {
  return {
    id: 'next',
    title: '5. Next steps',
    blocks: [
      {
        kind: 'list',
        items: [
          '[Chat completions](/docs/createChatCompletion): tools, structured output, images, characters.',
          '[Search and pages](/docs/search), [Embeddings](/docs/embeddings), [Images](/docs/images): the other requests, each with its price.',
          '[Errors](/docs/errors): every code, and what to do about it.',
          '[Billing](/docs/billing): what each answer costs, and how to repeat a request without paying twice.',
          `For AI agents: [llms.txt](${origin}/llms.txt) lists these pages as Markdown, [openapi.json](${base}/openapi.json) describes every field.`,
        ],
      },
    ],
  };
}
