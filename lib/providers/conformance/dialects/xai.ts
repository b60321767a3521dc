import { z } from 'zod';
import type { TokenUsage } from '../../../core/usage';
import type { FinishReason } from '../../../core/chat';
import type { Dialect, Frame, SeenCall, SeenRequest, SeenTurn, Step } from '../dialect';
import { type Block, joinSteps } from '../whole-answer';

/** The wire format of xAI's `POST /v1/responses`. It has no stop sequences. */
export const xaiDialect: Dialect = {
  contentType: 'text/event-stream',
  encode(steps) {
    const answer: Answer = { items: 0, open: null };
    return {
      head: [frame({ type: 'response.created', response: { ...RESPONSE, output: [], status: 'in_progress' } })],
      steps: steps.map((step, at) => framesOf(step, steps.slice(at + 1), answer)),
      tail: [],
    };
  },
  asksWhole: ({ body }) => body.stream !== true,
  encodeWhole: (steps) => {
    const { blocks, finish, usage } = joinSteps(steps);
    return { ...wholeResponse(finish ?? 'stop', usage), output: blocks.map(wholeItem) };
  },
  refusal: (status, message) => ({ code: errorCode(status), error: message }),
  overflow: {
    status: 400,
    body: {
      code: 'invalid-argument',
      error: "This model's maximum prompt length is 131072 but the request contains 210431 tokens.",
    },
  },
  read: readCall,
  oneChoice: true,
};

const RESPONSE = { id: 'resp_1', object: 'response', created_at: 1, model: 'upstream-model' };

/** The state of the answer: the number of items so far, and the open one. */
type Answer = { items: number; open: { kind: string; item: Item; sealed?: string } | null };
type Item = { type: 'message' | 'reasoning' | 'function_call'; id: string; [member: string]: unknown };

function frame(event: { type: string; [member: string]: unknown }): string {
  return `event: ${event.type}\ndata: ${JSON.stringify(event)}\n\n`;
}

function framesOf(step: Step, later: Step[], answer: Answer): Frame[] {
  if ('error' in step) {
    const { status, message } = step.error;
    return [frame({ type: 'error', code: errorCode(status), message, param: null })];
  }
  // Usage comes with the end.
  if ('usage' in step) return [];
  if ('finish' in step) return [...closeItem(answer), lastFrame(step.finish, later)];
  if ('text' in step) {
    const part = { type: 'output_text', text: '', logprobs: [], annotations: [] };
    return inItem(answer, 'text', 'message', { role: 'assistant', content: [] }, [
      { type: 'response.content_part.added', content_index: 0, part },
      { type: 'response.output_text.delta', content_index: 0, delta: step.text, logprobs: [] },
    ]);
  }
  if ('reasoning' in step) {
    const frames = inItem(answer, 'reasoning', 'reasoning', { summary: [] }, [
      { type: 'response.reasoning_summary_part.added', summary_index: 0, part: { type: 'summary_text', text: '' } },
      { type: 'response.reasoning_summary_text.delta', summary_index: 0, delta: step.reasoning },
    ]);
    if (answer.open && step.signature !== undefined) answer.open.sealed = step.signature;
    return frames;
  }
  const { index, id = '', name = '', arguments: text = '' } = step.call;
  return inItem(answer, `call ${index}`, 'function_call', { call_id: id, name, arguments: '' }, [
    null,
    { type: 'response.function_call_arguments.delta', delta: text },
  ]);
}

type Event = { type: string; [member: string]: unknown };

/** An event inside an item of this kind, which is opened if it is not open. */
function inItem(
  answer: Answer,
  kind: string,
  type: Item['type'],
  members: object,
  [first, event]: [Event | null, Event],
): Frame[] {
  const frames: Frame[] = [];
  if (answer.open?.kind !== kind) {
    frames.push(...closeItem(answer));
    const item: Item = { type, id: `item_${answer.items}`, status: 'in_progress', ...members };
    answer.open = { kind, item };
    answer.items += 1;
    frames.push(frame({ type: 'response.output_item.added', item: { ...item }, ...placeOf(answer) }));
    if (first) frames.push(frame({ ...first, ...placeOf(answer) }));
  }
  const { item } = answer.open;
  if (type === 'function_call') item.arguments = `${String(item.arguments)}${String(event.delta)}`;
  frames.push(frame({ ...event, ...placeOf(answer) }));
  return frames;
}

function placeOf({ items, open }: Answer): { item_id: string; output_index: number } {
  return { item_id: open?.item.id ?? '', output_index: items - 1 };
}

function closeItem(answer: Answer): Frame[] {
  if (!answer.open) return [];
  const { item, sealed } = answer.open;
  const done = { ...item, status: 'completed', ...(sealed !== undefined && { encrypted_content: sealed }) };
  const closed = frame({ type: 'response.output_item.done', item: done, ...placeOf(answer) });
  answer.open = null;
  return [closed];
}

function lastFrame(finish: FinishReason, later: Step[]): Frame {
  const response = wholeResponse(finish, later.findLast((step) => 'usage' in step)?.usage);
  return frame({ type: `response.${response.status}`, response: { ...response, output: [] } });
}

function wholeResponse(finish: FinishReason, usage: TokenUsage | undefined): { status: string } {
  const response = { ...RESPONSE, ...(usage && { usage: wireUsage(usage) }) };
  if (finish === 'stop' || finish === 'tool_calls') return { ...response, status: 'completed' };
  const reason = finish === 'length' ? 'max_output_tokens' : 'content_filter';
  return Object.assign(response, { status: 'incomplete', incomplete_details: { reason } });
}

function wholeItem(block: Block, at: number): object {
  const base = { id: `item_${at}`, status: 'completed' };
  if (block.type === 'text') {
    const content = [{ type: 'output_text', text: block.text, logprobs: [], annotations: [] }];
    return { ...base, type: 'message', role: 'assistant', content };
  }
  if (block.type === 'reasoning') {
    const { text, signature } = block;
    const sealed = signature !== undefined && { encrypted_content: signature };
    return { ...base, type: 'reasoning', summary: [{ type: 'summary_text', text }], ...sealed };
  }
  const { id, name, arguments: text } = block;
  return { ...base, type: 'function_call', call_id: id, name, arguments: text };
}

function wireUsage({ promptTokens, completionTokens, cachedTokens = 0, reasoningTokens = 0 }: TokenUsage): object {
  return {
    input_tokens: promptTokens,
    input_tokens_details: { cached_tokens: cachedTokens },
    output_tokens: completionTokens,
    output_tokens_details: { reasoning_tokens: reasoningTokens },
    total_tokens: promptTokens + completionTokens,
    num_sources_used: 0,
    num_server_side_tools_used: 0,
  };
}

function errorCode(status: number): string {
  const codes: Record<number, string> = { 400: 'invalid-argument', 429: 'rate_limit_exceeded', 500: 'server_error' };
  return codes[status] ?? 'unknown';
}

const InputPart = z.union([
  z.strictObject({ type: z.literal('input_text'), text: z.string().min(1) }),
  z.strictObject({ type: z.literal('input_image'), image_url: z.string() }),
]);
const InputItem = z.union([
  z.strictObject({ role: z.literal('system'), content: z.string() }),
  z.strictObject({ role: z.literal('user'), content: z.array(InputPart).min(1) }),
  z.strictObject({ role: z.literal('assistant'), content: z.string() }),
  z.strictObject({
    type: z.literal('function_call'),
    id: z.string(),
    call_id: z.string(),
    name: z.string(),
    arguments: z.string(),
    status: z.string(),
  }),
  z.strictObject({ type: z.literal('function_call_output'), call_id: z.string(), output: z.string() }),
  z.strictObject({
    type: z.literal('reasoning'),
    id: z.string(),
    summary: z.array(z.unknown()),
    encrypted_content: z.string(),
    status: z.string(),
  }),
]);
type InputItem = z.output<typeof InputItem>;

const Schema = z.record(z.string(), z.unknown());

/** A request's body, as strict as xAI where the tests look. */
const Body = z.strictObject({
  model: z.string(),
  stream: z.literal(true).optional(),
  store: z.literal(false),
  include: z.tuple([z.literal('reasoning.encrypted_content')]),
  input: z.array(InputItem).min(1),
  max_output_tokens: z.int().min(1),
  temperature: z.number().optional(),
  top_p: z.number().optional(),
  seed: z.number().optional(),
  reasoning: z.strictObject({ effort: z.enum(['none', 'low', 'medium', 'high', 'xhigh']) }).optional(),
  text: z.strictObject({ format: z.looseObject({ type: z.string(), schema: Schema.optional() }) }).optional(),
  tools: z
    .array(
      z.strictObject({
        type: z.literal('function'),
        name: z.string(),
        description: z.string().optional(),
        parameters: Schema,
        strict: z.boolean().optional(),
      }),
    )
    .optional(),
  tool_choice: z
    .union([
      z.enum(['auto', 'none', 'required']),
      z.strictObject({ type: z.literal('function'), name: z.string() }).transform(({ name }) => ({ name })),
    ])
    .optional(),
});

function readCall(request: SeenRequest): SeenCall {
  const body = Body.parse(request.body);
  return {
    model: body.model,
    authorized: /^Bearer \S+$/.test(request.headers.authorization ?? '') && request.path.endsWith('/responses'),
    system: body.input.flatMap((item) => ('role' in item && item.role === 'system' ? [item.content] : [])).join('\n'),
    turns: body.input.reduce<SeenTurn[]>(addItem, []),
    maxTokens: body.max_output_tokens,
    temperature: body.temperature,
    topP: body.top_p,
    seed: body.seed,
    tools: body.tools,
    toolChoice: body.tool_choice,
    schema: body.text?.format.schema,
  };
}

function addItem(turns: SeenTurn[], item: InputItem): SeenTurn[] {
  if ('role' in item) {
    if (item.role === 'system') return turns;
    const parts = typeof item.content === 'string' ? [] : item.content;
    const images = parts.flatMap((part) =>
      part.type === 'input_image' ? [part.image_url.replace(/^data:[^,]*,/, '')] : [],
    );
    const text =
      typeof item.content === 'string'
        ? item.content
        : parts.map((part) => (part.type === 'input_text' ? part.text : '')).join('');
    return [...turns, { role: item.role, text, ...(images.length > 0 && { images }) }];
  }
  if (item.type === 'reasoning') return turns;
  if (item.type === 'function_call_output') {
    return [...turns, { role: 'tool', text: item.output, callId: item.call_id }];
  }
  const call = { id: item.call_id, name: item.name, arguments: JSON.stringify(JSON.parse(item.arguments)) };
  const last = turns.at(-1);
  if (last?.role !== 'assistant') return [...turns, { role: 'assistant', text: '', calls: [call] }];
  return [...turns.slice(0, -1), { ...last, calls: [...(last.calls ?? []), call] }];
}
