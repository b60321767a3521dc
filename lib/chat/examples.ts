import type { ChatRequest } from './contract';

/** Examples get short answers, because whoever tries them pays for them. */
const FEW_TOKENS = 200;

/** Whatever models are installed, one text model has this trait (docs/api-rules.md, "Wire tolerances"). */
const MODEL = 'default';

/** A chat request as a caller writes it. */
type Body = Pick<ChatRequest, 'model'> & { messages: { role: string; content: string }[]; [field: string]: unknown };

const ask = (content: string, rest: object = {}): Body => ({
  model: MODEL,
  messages: [{ role: 'user', content }],
  max_completion_tokens: FEW_TOKENS,
  ...rest,
});

/** Requests of `POST /chat/completions` for the API description. */
export const CHAT_EXAMPLES = {
  whole: { summary: 'Non-streaming', body: ask('Why do paper tickets have holes?') },
  stream: { summary: 'Streaming', body: ask('Why do paper tickets have holes?', { stream: true }) },
  character: {
    summary: 'A character',
    body: ask('The night is long.', { svc_parameters: { character_slug: 'lighthouse-keeper' } }),
  },
  search: {
    summary: 'A web search with citations',
    body: ask('How is a request to this API charged?', {
      svc_parameters: { enable_web_search: 'on', enable_web_citations: true },
    }),
  },
  page: {
    summary: 'A page of the web',
    body: ask('What is this page about? https://example.com/', { svc_parameters: { enable_web_scraping: true } }),
  },
  tool: {
    summary: 'A tool',
    body: ask('How warm is it in Paris?', {
      tools: [
        {
          type: 'function',
          function: {
            name: 'find_weather',
            description: 'Current weather of a city.',
            parameters: { type: 'object', properties: { city: { type: 'string' } }, required: ['city'] },
          },
        },
      ],
      tool_choice: 'required',
    }),
  },
  schema: {
    summary: 'Structured output',
    body: ask('Describe a dog.', {
      response_format: {
        type: 'json_schema',
        json_schema: {
          name: 'animal',
          strict: true,
          schema: {
            type: 'object',
            properties: { name: { type: 'string', enum: ['dog', 'cat'] }, legs: { type: 'integer' } },
            required: ['name', 'legs'],
            additionalProperties: false,
          },
        },
      },
    }),
  },
} as const;
