import { z } from 'zod';
import type { TokenUsage } from '../../../core/usage';
import type { FinishReason } from '../../../core/chat';
import type { Dialect, Frame, SeenCall, SeenRequest, SeenTurn, Step } from '../dialect';
import { type Block as WholeBlock, joinSteps } from '../whole-answer';

/** The wire format of Anthropic's `POST /v1/messages`. */
export const anthropicDialect: Dialect = {
  contentType: 'text/event-stream',
  encode(steps) {
    const answer: Answer = { usage: lastUsage(steps, 0), blocks: 0, open: null };
    const isWhole = steps.some((step) => 'finish' in step) && !steps.some((step) => 'error' in step);
    return {
      head: [messageStart(answer.usage), frame({ type: 'ping' })],
      steps: steps.map((step, at) => framesOf(step, steps.slice(at + 1), answer)),
      tail: isWhole ? [frame({ type: 'message_stop' })] : [],
    };
  },
  asksWhole: ({ body }) => body.stream !== true,
  encodeWhole: (steps) => {
    const { blocks, finish } = joinSteps(steps);
    const usage = lastUsage(steps, 1);
    return {
      ...MESSAGE,
      content: blocks.map(wholeBlock),
      stop_reason: finish === undefined ? null : STOP_REASONS[finish],
      usage: { ...promptUsage(usage), ...answerUsage(usage) },
    };
  },
  refusal: (status, message) => ({
    type: 'error',
    error: { type: errorType(status), message },
    request_id: 'req_011CSHoEeqs5C35K2UUqR7Fy',
  }),
  overflow: {
    status: 400,
    body: {
      type: 'error',
      error: { type: 'invalid_request_error', message: 'prompt is too long: 210431 tokens > 200000 maximum' },
    },
  },
  read: readCall,
  oneChoice: true,
};

const STOP_REASONS: Record<FinishReason, string> = {
  stop: 'end_turn',
  length: 'max_tokens',
  tool_calls: 'tool_use',
  content_filter: 'refusal',
};

const MESSAGE = { id: 'msg_1', type: 'message', role: 'assistant', model: 'upstream-model', stop_sequence: null };

/** The state of the answer: its usage, the number of blocks so far, and the kind of the open block. */
type Answer = { usage: TokenUsage; blocks: number; open: string | null };

function frame(event: { type: string; [member: string]: unknown }): string {
  return `event: ${event.type}\ndata: ${JSON.stringify(event)}\n\n`;
}

function messageStart(usage: TokenUsage): string {
  const message = { ...MESSAGE, content: [], stop_reason: null, usage: { ...promptUsage(usage), output_tokens: 1 } };
  return frame({ type: 'message_start', message });
}

function wholeBlock(block: WholeBlock): object {
  if (block.type === 'text') return block;
  if (block.type === 'reasoning') return { type: 'thinking', thinking: block.text, signature: block.signature ?? '' };
  const { id, name, arguments: text } = block;
  return { type: 'tool_use', id, name, input: JSON.parse(text || '{}') as unknown };
}

function framesOf(step: Step, later: Step[], answer: Answer): Frame[] {
  if ('text' in step)
    return inBlock(answer, 'text', { type: 'text', text: '' }, { type: 'text_delta', text: step.text });
  if ('reasoning' in step) {
    const { reasoning, signature } = step;
    const delta =
      signature === undefined
        ? { type: 'thinking_delta', thinking: reasoning }
        : { type: 'signature_delta', signature };
    return inBlock(answer, 'thinking', { type: 'thinking', thinking: '', signature: '' }, delta);
  }
  if ('call' in step) {
    const { index, id, name, arguments: text = '' } = step.call;
    const delta = text === '' ? null : { type: 'input_json_delta', partial_json: text };
    return inBlock(answer, `call ${index}`, { type: 'tool_use', id, name, input: {} }, delta);
  }
  if ('error' in step) {
    const { status, message } = step.error;
    return [frame({ type: 'error', error: { type: errorType(status), message } })];
  }
  if ('usage' in step) {
    const isToldWithEnd = !later.some((other) => 'finish' in other);
    return isToldWithEnd ? [] : [messageDelta(null, step.usage)];
  }
  return [...closeBlock(answer), messageDelta(STOP_REASONS[step.finish], lastUsage(later, 1))];
}

function inBlock(answer: Answer, kind: string, block: object, delta: object | null): Frame[] {
  const opening = answer.open === kind ? [] : [...closeBlock(answer), openBlock(answer, kind, block)];
  return delta ? [...opening, frame({ type: 'content_block_delta', index: answer.blocks - 1, delta })] : opening;
}

function openBlock(answer: Answer, kind: string, block: object): Frame {
  answer.open = kind;
  answer.blocks += 1;
  return frame({ type: 'content_block_start', index: answer.blocks - 1, content_block: block });
}

function closeBlock(answer: Answer): Frame[] {
  if (answer.open === null) return [];
  answer.open = null;
  return [frame({ type: 'content_block_stop', index: answer.blocks - 1 })];
}

function messageDelta(stopReason: string | null, usage: TokenUsage): Frame {
  return frame({
    type: 'message_delta',
    delta: { stop_reason: stopReason, stop_sequence: null },
    usage: answerUsage(usage),
  });
}

function answerUsage({ completionTokens, reasoningTokens }: TokenUsage): object {
  return {
    output_tokens: completionTokens,
    ...(reasoningTokens !== undefined && { output_tokens_details: { thinking_tokens: reasoningTokens } }),
  };
}

/** It counts cache reads and cache writes apart from the rest of the prompt. */
function promptUsage({ promptTokens, cachedTokens = 0, cacheWriteTokens = 0 }: TokenUsage): object {
  return {
    input_tokens: promptTokens - cachedTokens - cacheWriteTokens,
    cache_read_input_tokens: cachedTokens,
    cache_creation_input_tokens: cacheWriteTokens,
  };
}

function lastUsage(steps: Step[], completionTokens: number): TokenUsage {
  const last = steps.findLast((step) => 'usage' in step);
  return last?.usage ?? { promptTokens: 10, completionTokens };
}

function errorType(status: number): string {
  const types: Record<number, string> = {
    400: 'invalid_request_error',
    401: 'authentication_error',
    402: 'billing_error',
    403: 'permission_error',
    404: 'not_found_error',
    413: 'request_too_large',
    429: 'rate_limit_error',
    504: 'timeout_error',
    529: 'overloaded_error',
  };
  return types[status] ?? 'api_error';
}

const Block = z.looseObject({
  type: z.string(),
  text: z.string().optional(),
  source: z.looseObject({ data: z.string().optional(), url: z.string().optional() }).optional(),
  id: z.string().optional(),
  name: z.string().optional(),
  input: z.record(z.string(), z.unknown()).optional(),
  tool_use_id: z.string().optional(),
  content: z.union([z.string(), z.array(z.looseObject({ text: z.string() }))]).optional(),
});
type Block = z.output<typeof Block>;

const Schema = z.record(z.string(), z.unknown());

/** A request's body, as strict as Anthropic where the tests look. */
const Body = z.looseObject({
  model: z.string(),
  stream: z.literal(true).optional(),
  max_tokens: z.int().min(1),
  system: z.array(z.looseObject({ type: z.literal('text'), text: z.string().min(1) })).optional(),
  messages: z.array(z.object({ role: z.enum(['user', 'assistant']), content: z.array(Block).min(1) })).min(1),
  temperature: z.number().min(0).max(1).optional(),
  top_p: z.number().optional(),
  top_k: z.number().optional(),
  stop_sequences: z.array(z.string()).optional(),
  tools: z
    .array(z.looseObject({ name: z.string(), description: z.string().optional(), input_schema: Schema }))
    .optional(),
  tool_choice: z.looseObject({ type: z.enum(['auto', 'any', 'tool', 'none']), name: z.string().optional() }).optional(),
  output_config: z.looseObject({ format: z.looseObject({ schema: Schema }).optional() }).optional(),
});

function readCall(request: SeenRequest): SeenCall {
  const body = Body.parse(request.body);
  return {
    model: body.model,
    authorized: /^\S+$/.test(String(request.headers['x-api-key'] ?? '')) && !!request.headers['anthropic-version'],
    system: (body.system ?? []).map(({ text }) => text).join('\n'),
    turns: body.messages.flatMap(({ role, content }) => readTurns(role, content)),
    maxTokens: body.max_tokens,
    temperature: body.temperature,
    topP: body.top_p,
    topK: body.top_k,
    stop: body.stop_sequences,
    tools: body.tools?.map(({ name, description, input_schema: parameters }) => ({ name, description, parameters })),
    toolChoice: readChoice(body.tool_choice),
    // Models that do not support schemas are made to call a tool that has one.
    schema: body.output_config?.format?.schema ?? body.tools?.find(({ name }) => name === 'json')?.input_schema,
  };
}

function readChoice(choice: z.output<typeof Body>['tool_choice']): SeenCall['toolChoice'] {
  if (!choice) return undefined;
  if (choice.type === 'tool') return { name: choice.name ?? '' };
  return choice.type === 'any' ? 'required' : choice.type;
}

function readTurns(role: 'user' | 'assistant', content: Block[]): SeenTurn[] {
  const results = content.filter(({ type }) => type === 'tool_result');
  const said = content.filter(({ type }) => type !== 'tool_result');
  const images = said.flatMap(({ source }) => (source ? [source.data ?? source.url ?? ''] : []));
  const calls = said.flatMap(({ type, id = '', name = '', input }) =>
    type === 'tool_use' ? [{ id, name, arguments: JSON.stringify(input) }] : [],
  );
  const turn: SeenTurn = {
    role,
    text: said.map(({ text = '' }) => text).join(''),
    ...(images.length > 0 && { images }),
    ...(calls.length > 0 && { calls }),
  };
  return [
    ...results.map((result): SeenTurn => ({ role: 'tool', text: resultText(result), callId: result.tool_use_id })),
    ...(said.length > 0 ? [turn] : []),
  ];
}

function resultText({ content = '' }: Block): string {
  return typeof content === 'string' ? content : content.map(({ text }) => text).join('');
}
