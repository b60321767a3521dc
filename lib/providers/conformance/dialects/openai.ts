import { z } from 'zod';
import type { TokenUsage } from '../../../core/usage';
import type { Dialect, SeenCall, SeenRequest, SeenTurn, Step } from '../dialect';
import { joinSteps } from '../whole-answer';

/** The wire format of `POST /chat/completions`, as most servers speak it. */
export const openAiDialect: Dialect = {
  contentType: 'text/event-stream',
  encode: (steps, request) => ({
    head: choicesOf(request).map((index) => frame(chunk(index, { role: 'assistant', content: '' }))),
    steps: steps.map((step) => [frame(chunkOf(step))]),
    tail: ['data: [DONE]\n\n'],
  }),
  asksWhole: ({ body }) => body.stream !== true,
  encodeWhole: (steps, request) => {
    const { usage } = joinSteps(steps);
    const choices = choicesOf(request).map((index) => wholeChoice(index, steps));
    return { ...HEAD, object: 'chat.completion', choices, ...(usage && { usage: wireUsage(usage) }) };
  },
  refusal: (status, message) => ({ error: { message, type: 'error', code: null, param: null }, status }),
  overflow: {
    status: 400,
    body: {
      error: {
        message: "This model's maximum context length is 4096 tokens. However, you requested 5000 tokens.",
        type: 'invalid_request_error',
        param: 'messages',
        code: 'context_length_exceeded',
      },
    },
  },
  read: readCall,
};

const HEAD = { id: 'chatcmpl-upstream', object: 'chat.completion.chunk', created: 1, model: 'upstream-model' };

function frame(json: unknown): string {
  return `data: ${JSON.stringify(json)}\n\n`;
}

function choicesOf(request: SeenRequest): number[] {
  return Array.from({ length: Number(request.body.n ?? 1) }, (_, index) => index);
}

function chunk(index: number, delta: object, more: object = {}): object {
  return { ...HEAD, choices: [{ index, delta, logprobs: null, finish_reason: null, ...more }] };
}

function chunkOf(step: Step): object {
  if ('usage' in step) return { ...HEAD, choices: [], usage: wireUsage(step.usage) };
  if ('error' in step) return { error: { message: step.error.message, code: step.error.status, type: null } };
  const choice = step.choice ?? 0;
  if ('finish' in step) return chunk(choice, {}, { finish_reason: step.finish });
  if ('text' in step) return chunk(choice, { content: step.text }, { logprobs: wireLogprobs(step.logprobs) });
  if ('call' in step) {
    const { index, id, name, arguments: text } = step.call;
    const of = { ...(name !== undefined && { name }), ...(text !== undefined && { arguments: text }) };
    return chunk(choice, { tool_calls: [{ index, ...(id !== undefined && { id, type: 'function' }), function: of }] });
  }
  const details = wireDetails(step.reasoning, step.signature);
  return chunk(choice, { reasoning: step.reasoning, ...(details.length > 0 && { reasoning_details: details }) });
}

function wholeChoice(index: number, steps: Step[]): object {
  const own = steps.filter((step) => !('choice' in step) || (step.choice ?? 0) === index);
  const { blocks, finish = null } = joinSteps(own);
  const textOf = (type: 'text' | 'reasoning') =>
    blocks.flatMap((block) => (block.type === type ? [block.text] : [])).join('') || null;
  const calls = blocks.flatMap((block) =>
    block.type === 'call'
      ? [{ id: block.id, type: 'function', function: { name: block.name, arguments: block.arguments } }]
      : [],
  );
  const details = own.flatMap((step) => ('reasoning' in step ? wireDetails(step.reasoning, step.signature) : []));
  const logprobs = own.flatMap((step) => ('text' in step ? (step.logprobs ?? []) : []));
  return {
    index,
    message: {
      role: 'assistant',
      content: textOf('text'),
      reasoning: textOf('reasoning'),
      ...(details.length > 0 && { reasoning_details: details }),
      ...(calls.length > 0 && { tool_calls: calls }),
    },
    logprobs: logprobs.length > 0 ? wireLogprobs(logprobs) : null,
    finish_reason: finish,
  };
}

function wireDetails(text: string, signature: string | undefined): object[] {
  return signature === undefined ? [] : [{ type: 'reasoning.text', text, signature, format: null, index: 0 }];
}

function wireLogprobs(logprobs: Extract<Step, { text: string }>['logprobs']): object | null {
  return logprobs ? { content: logprobs.map(({ top, ...token }) => ({ ...token, top_logprobs: top })) } : null;
}

function wireUsage(usage: TokenUsage): object {
  const { promptTokens, completionTokens, cachedTokens, cacheWriteTokens, reasoningTokens } = usage;
  return {
    prompt_tokens: promptTokens,
    completion_tokens: completionTokens,
    total_tokens: promptTokens + completionTokens,
    prompt_tokens_details: { cached_tokens: cachedTokens, cache_write_tokens: cacheWriteTokens },
    completion_tokens_details: { reasoning_tokens: reasoningTokens },
  };
}

const Content = z
  .union([
    z.string(),
    z.array(z.looseObject({ text: z.string().optional(), image_url: z.object({ url: z.string() }).optional() })),
  ])
  .nullish();

/** A request's body, as strict as OpenAI where the tests look. */
const Body = z.looseObject({
  model: z.string(),
  stream: z.boolean(),
  messages: z.array(
    z.looseObject({
      role: z.string(),
      content: Content,
      tool_call_id: z.string().optional(),
      tool_calls: z
        .array(
          z.object({
            id: z.string(),
            type: z.literal('function'),
            function: z.object({ name: z.string(), arguments: z.string() }),
          }),
        )
        .optional(),
    }),
  ),
  max_tokens: z.number().optional(),
  max_completion_tokens: z.number().optional(),
  n: z.number().optional(),
  temperature: z.number().optional(),
  top_p: z.number().optional(),
  top_k: z.number().optional(),
  seed: z.number().optional(),
  stop: z.array(z.string()).optional(),
  tools: z
    .array(
      z.object({
        type: z.literal('function'),
        function: z.looseObject({
          name: z.string(),
          description: z.string().optional(),
          parameters: z.unknown().optional(),
        }),
      }),
    )
    .optional(),
  tool_choice: z
    .union([
      z.enum(['auto', 'none', 'required']),
      z
        .object({ type: z.literal('function'), function: z.object({ name: z.string() }) })
        .transform((one) => one.function),
    ])
    .optional(),
  response_format: z
    .looseObject({ json_schema: z.looseObject({ schema: z.unknown().optional() }).optional() })
    .optional(),
});

function readCall(request: SeenRequest): SeenCall {
  const body = Body.parse(request.body);
  const isSystem = ({ role }: { role: string }) => role === 'system' || role === 'developer';
  return {
    model: body.model,
    authorized: /^Bearer \S+$/.test(request.headers.authorization ?? ''),
    system: body.messages.filter(isSystem).map(textOf).join('\n'),
    turns: body.messages.filter((message) => !isSystem(message)).map(readTurn),
    maxTokens: body.max_completion_tokens ?? body.max_tokens ?? NaN,
    choices: body.n ?? 1,
    temperature: body.temperature,
    topP: body.top_p,
    topK: body.top_k,
    seed: body.seed,
    stop: body.stop,
    tools: body.tools?.map(({ function: { name, description, parameters } }) => ({ name, description, parameters })),
    toolChoice: body.tool_choice,
    schema: body.response_format?.json_schema?.schema,
  };
}

type WireMessage = z.output<typeof Body>['messages'][number];

function readTurn(message: WireMessage): SeenTurn {
  const parts = Array.isArray(message.content) ? message.content : [];
  const images = parts.flatMap(({ image_url: image }) => (image ? [image.url.replace(/^data:[^,]*,/, '')] : []));
  const calls = message.tool_calls?.map(({ id, function: { name, arguments: text } }) => ({
    id,
    name,
    arguments: JSON.stringify(JSON.parse(text)),
  }));
  return {
    role: z.enum(['user', 'assistant', 'tool']).parse(message.role),
    text: textOf(message),
    ...(images.length > 0 && { images }),
    ...(calls && { calls }),
    ...(message.tool_call_id !== undefined && { callId: message.tool_call_id }),
  };
}

function textOf({ content }: { content?: WireMessage['content'] }): string {
  if (!Array.isArray(content)) return content ?? '';
  return content.map(({ text = '' }) => text).join('');
}
