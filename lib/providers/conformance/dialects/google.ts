import { z } from 'zod';
import type { TokenUsage } from '../../../core/usage';
import type { FinishReason } from '../../../core/chat';
import type { Dialect, SeenCall, SeenRequest, SeenTurn, Step } from '../dialect';
import { type Block, joinSteps } from '../whole-answer';

/**
 * The wire format of Google's `models/…:streamGenerateContent?alt=sse`, and of `models/…:generateContent`. Its tool calls
 * come whole and without an id.
 */
export const googleDialect: Dialect = {
  contentType: 'text/event-stream',
  encode(steps) {
    const answer: Answer = { signature: undefined };
    return { head: [], steps: steps.map((step) => chunksOf(step, answer).map(frame)), tail: [] };
  },
  asksWhole: ({ path }) => path.endsWith(':generateContent'),
  encodeWhole: (steps) => {
    const { blocks, finish, usage } = joinSteps(steps);
    const answer: Answer = { signature: undefined };
    const parts = blocks.flatMap((block) => wireParts(block, answer));
    const ending = finish !== undefined && { finishReason: FINISH_REASONS[finish] };
    return {
      ...HEAD,
      candidates: [{ ...(parts.length > 0 && { content: { parts, role: 'model' } }), ...ending, index: 0 }],
      ...(usage && { usageMetadata: wireUsage(usage) }),
    };
  },
  refusal: (status, message) => ({ error: { code: status, message, status: errorStatus(status) } }),
  overflow: {
    status: 400,
    body: {
      error: {
        code: 400,
        message: 'The input token count (1200000) exceeds the maximum number of tokens allowed (1048576).',
        status: 'INVALID_ARGUMENT',
      },
    },
  },
  read: readCall,
  oneChoice: true,
};

/** A signature waits for the part that follows the reasoning. */
type Answer = { signature: string | undefined };

const FINISH_REASONS: Record<FinishReason, string> = {
  stop: 'STOP',
  length: 'MAX_TOKENS',
  tool_calls: 'STOP',
  content_filter: 'SAFETY',
};

const HEAD = { modelVersion: 'upstream-model', responseId: 'response-1' };

function frame(chunk: object): string {
  return `data: ${JSON.stringify({ ...chunk, ...HEAD })}\n\n`;
}

function chunksOf(step: Step, answer: Answer): object[] {
  if ('error' in step) {
    const { status, message } = step.error;
    return [{ error: { code: status, message, status: errorStatus(status) } }];
  }
  if ('usage' in step) return [{ usageMetadata: wireUsage(step.usage) }];
  if ('finish' in step) return [{ candidates: [{ finishReason: FINISH_REASONS[step.finish], index: 0 }] }];
  const { blocks } = joinSteps([step]);
  const parts = blocks.flatMap((block) => wireParts(block, answer));
  return parts.map((part) => ({ candidates: [{ content: { parts: [part], role: 'model' }, index: 0 }] }));
}

function wireParts(block: Block, answer: Answer): object[] {
  if (block.type === 'reasoning') {
    answer.signature = block.signature ?? answer.signature;
    return block.text === '' ? [] : [{ text: block.text, thought: true }];
  }
  const { signature } = answer;
  answer.signature = undefined;
  const signed = signature === undefined ? {} : { thoughtSignature: signature };
  if (block.type === 'text') return [{ text: block.text, ...signed }];
  const { name, arguments: text } = block;
  return [{ functionCall: { name, args: JSON.parse(text || '{}') as unknown }, ...signed }];
}

/** It counts reasoning apart from the answer. */
function wireUsage({ promptTokens, completionTokens, cachedTokens, reasoningTokens = 0 }: TokenUsage): object {
  return {
    promptTokenCount: promptTokens,
    ...(cachedTokens !== undefined && { cachedContentTokenCount: cachedTokens }),
    candidatesTokenCount: completionTokens - reasoningTokens,
    ...(reasoningTokens > 0 && { thoughtsTokenCount: reasoningTokens }),
    totalTokenCount: promptTokens + completionTokens,
  };
}

function errorStatus(status: number): string {
  const names: Record<number, string> = {
    400: 'INVALID_ARGUMENT',
    401: 'UNAUTHENTICATED',
    403: 'PERMISSION_DENIED',
    404: 'NOT_FOUND',
    429: 'RESOURCE_EXHAUSTED',
    503: 'UNAVAILABLE',
    504: 'DEADLINE_EXCEEDED',
  };
  return names[status] ?? 'INTERNAL';
}

const Part = z.strictObject({
  text: z.string().optional(),
  thought: z.boolean().optional(),
  thoughtSignature: z.string().optional(),
  inlineData: z.object({ mimeType: z.string(), data: z.string() }).optional(),
  fileData: z.object({ mimeType: z.string(), fileUri: z.string() }).optional(),
  functionCall: z
    .object({ id: z.string().optional(), name: z.string(), args: z.record(z.string(), z.unknown()) })
    .optional(),
  functionResponse: z
    .object({
      id: z.string().optional(),
      name: z.string(),
      response: z.object({ name: z.string(), content: z.unknown() }),
    })
    .optional(),
});
type Part = z.output<typeof Part>;

/** A request's body, as strict as Google where the tests look. */
const Body = z.strictObject({
  contents: z.array(z.strictObject({ role: z.enum(['user', 'model']), parts: z.array(Part).min(1) })).min(1),
  systemInstruction: z.object({ parts: z.array(z.object({ text: z.string() })) }).optional(),
  tools: z
    .array(
      z.strictObject({
        functionDeclarations: z.array(
          z.strictObject({ name: z.string(), description: z.string(), parameters: z.unknown().optional() }),
        ),
      }),
    )
    .optional(),
  toolConfig: z
    .object({
      functionCallingConfig: z.object({
        mode: z.enum(['AUTO', 'ANY', 'NONE']),
        allowedFunctionNames: z.array(z.string()).optional(),
      }),
    })
    .optional(),
  generationConfig: z.strictObject({
    maxOutputTokens: z.int().min(1),
    temperature: z.number().optional(),
    topP: z.number().optional(),
    topK: z.number().optional(),
    seed: z.number().optional(),
    presencePenalty: z.number().optional(),
    frequencyPenalty: z.number().optional(),
    stopSequences: z.array(z.string()).max(5).optional(),
    responseMimeType: z.string().optional(),
    responseSchema: z.unknown().optional(),
    thinkingConfig: z.unknown().optional(),
  }),
});

function readCall(request: SeenRequest): SeenCall {
  const body = Body.parse(request.body);
  const [, model = ''] =
    /\/models\/([^/:]+):(?:streamGenerateContent\?alt=sse|generateContent)$/.exec(request.path) ?? [];
  const { generationConfig: settings } = body;
  return {
    model: decodeURIComponent(model),
    authorized: /^\S+$/.test(String(request.headers['x-goog-api-key'] ?? '')),
    system: (body.systemInstruction?.parts ?? []).map(({ text }) => text).join('\n'),
    turns: body.contents.flatMap(({ role, parts }) => readTurns(role, parts)),
    maxTokens: settings.maxOutputTokens,
    temperature: settings.temperature,
    topP: settings.topP,
    topK: settings.topK,
    seed: settings.seed,
    stop: settings.stopSequences,
    tools: body.tools?.flatMap(({ functionDeclarations }) => functionDeclarations),
    toolChoice: readChoice(body.toolConfig),
    schema: settings.responseSchema,
  };
}

function readChoice(config: z.output<typeof Body>['toolConfig']): SeenCall['toolChoice'] {
  if (!config) return undefined;
  const { mode, allowedFunctionNames } = config.functionCallingConfig;
  const [name] = allowedFunctionNames ?? [];
  if (name !== undefined) return { name };
  return mode === 'ANY' ? 'required' : mode === 'NONE' ? 'none' : 'auto';
}

function readTurns(role: 'user' | 'model', parts: Part[]): SeenTurn[] {
  const said = parts.filter((part) => !part.functionResponse && !part.thought);
  const images = said.flatMap(({ inlineData, fileData }) => inlineData?.data ?? fileData?.fileUri ?? []);
  const calls = said.flatMap(({ functionCall: call }) =>
    call ? [{ id: call.id ?? '', name: call.name, arguments: JSON.stringify(call.args) }] : [],
  );
  const turn: SeenTurn = {
    role: role === 'model' ? 'assistant' : 'user',
    text: said.map(({ text = '' }) => text).join(''),
    ...(images.length > 0 && { images }),
    ...(calls.length > 0 && { calls }),
  };
  const results = parts.flatMap(({ functionResponse: result }): SeenTurn[] =>
    result ? [{ role: 'tool', text: String(result.response.content), callId: result.id }] : [],
  );
  return [...results, ...(said.length > 0 ? [turn] : [])];
}
