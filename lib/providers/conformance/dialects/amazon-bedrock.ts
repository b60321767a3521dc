import { crc32 } from 'node:zlib';
import { z } from 'zod';
import type { TokenUsage } from '../../../core/usage';
import type { FinishReason } from '../../../core/chat';
import type { Dialect, Frame, SeenCall, SeenRequest, SeenTurn, Step } from '../dialect';
import { type Block as WholeBlock, joinSteps } from '../whole-answer';

/**
 * The wire format of Amazon Bedrock's `POST /model/…/converse-stream`, which are events of AWS's binary stream, and of
 * `POST /model/…/converse`.
 */
export const amazonBedrockDialect: Dialect = {
  contentType: 'application/vnd.amazon.eventstream',
  encode(steps) {
    const answer: Answer = { blocks: 0, open: null };
    return {
      head: [event('messageStart', { role: 'assistant' })],
      steps: steps.map((step) => framesOf(step, answer)),
      tail: [],
    };
  },
  asksWhole: ({ path }) => path.endsWith('/converse'),
  encodeWhole: (steps) => {
    const { blocks, finish, usage = { promptTokens: 0, completionTokens: 0 } } = joinSteps(steps);
    return {
      metrics: { latencyMs: 7 },
      output: { message: { role: 'assistant', content: blocks.map(wholeBlock) } },
      ...(finish && { stopReason: STOP_REASONS[finish] }),
      usage: wireUsage(usage),
    };
  },
  refusal: (_, message) => ({ message }),
  overflow: { status: 400, body: { message: 'Input is too long for requested model.' } },
  read: readCall,
  oneChoice: true,
};

const STOP_REASONS: Record<FinishReason, string> = {
  stop: 'end_turn',
  length: 'max_tokens',
  tool_calls: 'tool_use',
  content_filter: 'content_filtered',
};

/**
 * One message of AWS's event stream: lengths and their checksum, headers, payload, checksum of everything.
 * @param headers names and texts; each is a length, the name, the type 7, a length, and the text
 */
export function awsMessage(headers: Record<string, string>, payload: unknown): Uint8Array {
  const head = Buffer.concat(
    Object.entries(headers).flatMap(([name, value]) => {
      const size = Buffer.alloc(3);
      size.writeUInt8(7, 0);
      size.writeUInt16BE(Buffer.byteLength(value), 1);
      return [Buffer.from([Buffer.byteLength(name)]), Buffer.from(name), size, Buffer.from(value)];
    }),
  );
  const body = Buffer.from(JSON.stringify(payload));
  const prelude = Buffer.alloc(12);
  prelude.writeUInt32BE(head.length + body.length + 16, 0);
  prelude.writeUInt32BE(head.length, 4);
  prelude.writeUInt32BE(crc32(prelude.subarray(0, 8)), 8);
  const whole = Buffer.concat([prelude, head, body, Buffer.alloc(4)]);
  whole.writeUInt32BE(crc32(whole.subarray(0, -4)), whole.length - 4);
  return whole;
}

/** The state of the answer: the number of blocks so far, and the kind of the open block. */
type Answer = { blocks: number; open: string | null };

function event(type: string, payload: object): Uint8Array {
  const headers = { ':event-type': type, ':content-type': 'application/json', ':message-type': 'event' };
  // Padding against guessing by length, like the real server adds.
  return awsMessage(headers, { ...payload, p: 'abcdefgh' });
}

function framesOf(step: Step, answer: Answer): Frame[] {
  if ('text' in step) return inBlock(answer, 'text', null, { text: step.text });
  if ('reasoning' in step) {
    const { reasoning, signature } = step;
    const content = signature === undefined ? { text: reasoning } : { signature };
    return inBlock(answer, 'reasoning', null, { reasoningContent: content });
  }
  if ('call' in step) {
    const { index, id: toolUseId, name, arguments: text = '' } = step.call;
    const delta = text === '' ? null : { toolUse: { input: text } };
    return inBlock(answer, `call ${index}`, { toolUse: { toolUseId, name } }, delta);
  }
  if ('error' in step) {
    const { status, message } = step.error;
    const headers = { ':exception-type': exceptionType(status), ':message-type': 'exception' };
    return [awsMessage({ ...headers, ':content-type': 'application/json' }, { message })];
  }
  if ('usage' in step) return [event('metadata', { metrics: { latencyMs: 7 }, usage: wireUsage(step.usage) })];
  return [...closeBlock(answer), event('messageStop', { stopReason: STOP_REASONS[step.finish] })];
}

function wholeBlock(block: WholeBlock): object {
  if (block.type === 'text') return { text: block.text };
  if (block.type === 'reasoning') {
    const { text, signature } = block;
    return { reasoningContent: { reasoningText: { text, ...(signature !== undefined && { signature }) } } };
  }
  const { id: toolUseId, name, arguments: text } = block;
  return { toolUse: { toolUseId, name, input: JSON.parse(text || '{}') as unknown } };
}

/** Only tool calls are announced: text and reasoning begin with their first piece. */
function inBlock(answer: Answer, kind: string, start: object | null, delta: object | null): Frame[] {
  const opening: Frame[] = [];
  if (answer.open !== kind) {
    opening.push(...closeBlock(answer));
    answer.open = kind;
    answer.blocks += 1;
    if (start) opening.push(event('contentBlockStart', { contentBlockIndex: answer.blocks - 1, start }));
  }
  return delta ? [...opening, event('contentBlockDelta', { contentBlockIndex: answer.blocks - 1, delta })] : opening;
}

function closeBlock(answer: Answer): Frame[] {
  if (answer.open === null) return [];
  answer.open = null;
  return [event('contentBlockStop', { contentBlockIndex: answer.blocks - 1 })];
}

/** It counts cache reads and cache writes apart from the rest of the prompt. */
function wireUsage(usage: TokenUsage): object {
  const { promptTokens, completionTokens, cachedTokens = 0, cacheWriteTokens = 0 } = usage;
  return {
    inputTokens: promptTokens - cachedTokens - cacheWriteTokens,
    outputTokens: completionTokens,
    totalTokens: promptTokens + completionTokens,
    cacheReadInputTokens: cachedTokens,
    cacheWriteInputTokens: cacheWriteTokens,
  };
}

function exceptionType(status: number): string {
  const types: Record<number, string> = {
    400: 'validationException',
    429: 'throttlingException',
    503: 'serviceUnavailableException',
  };
  return types[status] ?? 'internalServerException';
}

const Schema = z.record(z.string(), z.unknown());

const Block = z.looseObject({
  text: z.string().min(1).optional(),
  image: z
    .object({ format: z.enum(['png', 'jpeg', 'gif', 'webp']), source: z.object({ bytes: z.string() }) })
    .optional(),
  toolUse: z.object({ toolUseId: z.string(), name: z.string(), input: Schema }).optional(),
  toolResult: z.object({ toolUseId: z.string(), content: z.array(z.object({ text: z.string() })) }).optional(),
});
type Block = z.output<typeof Block>;

/** A request's body, as strict as Bedrock where the tests look. */
const Body = z.looseObject({
  system: z.array(z.looseObject({ text: z.string().min(1).optional() })).optional(),
  messages: z.array(z.object({ role: z.enum(['user', 'assistant']), content: z.array(Block).min(1) })).min(1),
  inferenceConfig: z.strictObject({
    maxTokens: z.int().min(1),
    temperature: z.number().min(0).max(1).optional(),
    topP: z.number().optional(),
    stopSequences: z.array(z.string()).max(4).optional(),
  }),
  toolConfig: z
    .object({
      tools: z
        .array(
          z.object({
            toolSpec: z.looseObject({
              name: z.string(),
              description: z.string().optional(),
              inputSchema: z.object({ json: Schema }),
            }),
          }),
        )
        .min(1),
      toolChoice: z
        .strictObject({ auto: z.object({}), any: z.object({}), tool: z.object({ name: z.string() }) })
        .partial()
        .optional(),
    })
    .optional(),
});

function readCall(request: SeenRequest): SeenCall {
  const body = Body.parse(request.body);
  const [, model = ''] = /^\/model\/([^/]+)\/converse(?:-stream)?$/.exec(request.path) ?? [];
  const tools = body.toolConfig?.tools.map(({ toolSpec: { name, description, inputSchema } }) => ({
    name,
    description,
    parameters: inputSchema.json,
  }));
  const { maxTokens, temperature, topP, stopSequences: stop } = body.inferenceConfig;
  return {
    model: decodeURIComponent(model),
    authorized: /^(Bearer \S+|AWS4-HMAC-SHA256 Credential=.+)$/.test(request.headers.authorization ?? ''),
    system: (body.system ?? []).flatMap(({ text }) => text ?? []).join('\n'),
    turns: body.messages.flatMap(({ role, content }) => readTurns(role, content)),
    maxTokens,
    temperature,
    topP,
    stop,
    tools,
    toolChoice: readChoice(body.toolConfig?.toolChoice),
    // It does not support schemas: the model is made to call a tool that has one.
    schema: tools?.find(({ name }) => name === 'json')?.parameters,
  };
}

function readChoice(choice: NonNullable<z.output<typeof Body>['toolConfig']>['toolChoice']): SeenCall['toolChoice'] {
  if (!choice) return undefined;
  if (choice.tool) return choice.tool;
  return choice.any ? 'required' : 'auto';
}

function readTurns(role: 'user' | 'assistant', content: Block[]): SeenTurn[] {
  const said = content.filter(({ toolResult }) => !toolResult);
  const images = said.flatMap(({ image }) => (image ? [image.source.bytes] : []));
  const calls = said.flatMap(({ toolUse: call }) =>
    call ? [{ id: call.toolUseId, name: call.name, arguments: JSON.stringify(call.input) }] : [],
  );
  const turn: SeenTurn = {
    role,
    text: said.map(({ text = '' }) => text).join(''),
    ...(images.length > 0 && { images }),
    ...(calls.length > 0 && { calls }),
  };
  const results = content.flatMap(({ toolResult: result }): SeenTurn[] =>
    result ? [{ role: 'tool', text: result.content.map(({ text }) => text).join(''), callId: result.toolUseId }] : [],
  );
  return [...results, ...(said.length > 0 ? [turn] : [])];
}
