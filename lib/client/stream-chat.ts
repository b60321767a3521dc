import { headerName, toWireNames } from '../core/service-name';
import { reportSignedOut, sendJson } from './api';
import { apiFailure, isApiFailure, isRecord, offlineFailure, readFailure, type ApiFailure } from './failure';
import { ticks } from './now';
import { readEvents } from './read-events';

/** A part of a user message in the API (docs/api-rules.md, "Chat messages"). */
export type WirePart =
  | { type: 'text'; text: string }
  | { type: 'image_url'; image_url: { url: string } }
  | { type: 'file'; file: { file_data: string; filename: string } };

/** A message in the API, as far as the page sends it (docs/api-rules.md, "Chat messages"). */
export type WireMessage =
  | { role: 'system'; content: string }
  | { role: 'user'; content: string | WirePart[] }
  | {
      role: 'assistant';
      content: string | null;
      reasoning_content?: string;
      reasoning_details?: unknown[];
      thought_signature?: string;
      tool_calls?: { id: string; type: 'function'; function: { name: string; arguments: string } }[];
    }
  | { role: 'tool'; content: string; tool_call_id: string };

/** A function in the API (docs/api-rules.md, "Tools"). */
export type WireTool = {
  type: 'function';
  function: { name: string; description?: string; parameters?: Record<string, unknown> };
};

/**
 * The body of a chat request, without `stream` (docs/api-rules.md, "Chat request fields"): the fields that the page
 * sets.
 */
export type ChatBody = {
  model: string;
  messages: WireMessage[];
  temperature?: number;
  top_p?: number;
  max_completion_tokens?: number;
  seed?: number;
  stop?: string[];
  response_format?: {
    type: 'json_schema';
    json_schema: { name: string; strict: boolean; schema: Record<string, unknown> };
  };
  tools?: WireTool[];
  svc_parameters?: {
    character_slug?: string;
    strip_thinking_response?: true;
    disable_thinking?: true;
    enable_web_search?: 'auto' | 'on';
    enable_web_scraping?: true;
    enable_web_citations?: true;
    include_search_results_in_stream?: true;
  };
};

/** Tokens and cost of an answer, from its last chunk. `usd` and `diem` are decimal strings. */
export type AnswerUsage = {
  promptTokens: number;
  completionTokens: number;
  cachedTokens: number;
  reasoningTokens: number;
  usd: string;
  diem: string;
};

/** A source named by an answer. It is untrusted: check the URL before making it a link. */
export type Citation = { title: string; url: string; content?: string; date?: string };

/** An image of an answer, as a `data:` URL. */
export type AnswerImage = {
  url: string;
  alt: string;
  /** Blurred by safe mode. */
  blurred?: boolean;
  /** Blacked out for its content, and not charged. */
  violation?: boolean;
  /** Settings that the model could not apply, by their names in the API. */
  notApplied?: string[];
};

/** The events of an answer, in this order; `sinceMs` counts from when the request was sent. */
export type ChatEvent =
  | { type: 'accepted'; requestId: string | null; balanceUsd: string | null; balanceDiem: string | null }
  | { type: 'text'; text: string; sinceMs: number }
  | { type: 'reasoning'; text: string; sinceMs: number }
  | { type: 'reasoning_details'; details: unknown[] }
  | { type: 'thought_signature'; signature: string }
  /** A fragment of call number `index`: `id` and `name` are in the first one, `arguments` accumulates. */
  | { type: 'call'; index: number; id?: string; name?: string; arguments: string; sinceMs: number }
  /** Empty if the service says that it has found nothing. */
  | { type: 'citations'; citations: Citation[] }
  /** `modelId` if another model drew them than the one that was asked. */
  | { type: 'images'; images: AnswerImage[]; modelId?: string; sinceMs: number }
  | { type: 'finish'; reason: string }
  | { type: 'usage'; usage: AnswerUsage; sinceMs: number };

/** The end marker of streams (docs/api-rules.md, "Streaming"). */
const DONE = '[DONE]';

/**
 * Requests an answer and yields its events.
 * @param serviceId the service's name as used in header names (`<html data-service-id>`)
 * @param idempotencyKey with the same key and body, the request is carried out and charged once; its answer is stored
 * nowhere, so a repeat of a request that was carried out is refused as a `CONFLICT` that names it
 * @throws ApiFailure before any output (an HTTP error) or after it (an error frame, or the stream broke off: code
 * `OFFLINE`); the signal's reason if the caller aborted
 */
export async function* streamChat(
  body: ChatBody,
  { signal, serviceId, idempotencyKey }: { signal: AbortSignal; serviceId: string; idempotencyKey?: string },
): AsyncGenerator<ChatEvent, void, undefined> {
  const sentAt = ticks();
  const response = await sendJson('/api/v1/chat/completions', {
    method: 'POST',
    body: toWireNames({ ...body, stream: true }, serviceId),
    signal,
    unstored: true,
    ...(idempotencyKey && { idempotencyKey }),
  });
  yield* readAnswer(response, { signal, serviceId, sentAt });
}

/**
 * The events of a started answer; used by `streamChat` after sending.
 * @param sentAt the value of `ticks()` when the request was sent
 */
export async function* readAnswer(
  response: Response,
  { signal, serviceId, sentAt }: { signal: AbortSignal; serviceId: string; sentAt: number },
): AsyncGenerator<ChatEvent, void, undefined> {
  if (!response.ok) throw reportSignedOut(await readFailure(response));
  const requestId = response.headers.get('cf-ray');
  yield {
    type: 'accepted',
    requestId,
    balanceUsd: response.headers.get(headerName('x-svc-balance-usd', serviceId)),
    balanceDiem: response.headers.get(headerName('x-svc-balance-diem', serviceId)),
  };
  if (!response.body) throw offlineFailure(requestId);
  try {
    for await (const data of readEvents(response.body)) {
      if (data === DONE) return;
      yield* eventsOf(data, ticks() - sentAt, requestId);
    }
  } catch (cause) {
    if (signal.aborted || isApiFailure(cause)) throw cause;
    throw offlineFailure(requestId);
  }
  // No end marker: the connection to the server was lost.
  throw offlineFailure(requestId);
}

/** The events of one frame. An unreadable frame ends the answer. */
function* eventsOf(data: string, sinceMs: number, requestId: string | null): Generator<ChatEvent> {
  const chunk = parseFrame(data, requestId);
  if (isRecord(chunk.error)) throw frameFailure(chunk.error, requestId);
  for (const choice of Array.isArray(chunk.choices) ? chunk.choices : []) {
    // The page requests only one choice.
    if (!isRecord(choice) || (choice.index !== undefined && choice.index !== 0)) continue;
    const delta = isRecord(choice.delta) ? choice.delta : {};
    if (isText(delta.reasoning_content)) yield { type: 'reasoning', text: delta.reasoning_content, sinceMs };
    if (isText(delta.content)) yield { type: 'text', text: delta.content, sinceMs };
    yield* callsOf(delta.tool_calls, sinceMs);
    yield* imagesOf(delta.images, sinceMs);
    yield* besideOf(delta);
    if (isText(choice.finish_reason)) yield { type: 'finish', reason: choice.finish_reason };
  }
  // An empty list says that nothing was found.
  const found = isRecord(chunk.svc_parameters) ? chunk.svc_parameters.web_search_citations : undefined;
  if (Array.isArray(found)) yield { type: 'citations', citations: readCitations(found) };
  if (isRecord(chunk.usage)) yield { type: 'usage', usage: usageOf(chunk.usage, chunk.cost), sinceMs };
}

/** Fragments of function calls. */
function* callsOf(value: unknown, sinceMs: number): Generator<ChatEvent> {
  for (const call of listOf(value)) {
    if (typeof call.index !== 'number') continue;
    const called = isRecord(call.function) ? call.function : {};
    const first = { ...(isText(call.id) && { id: call.id }), ...(isText(called.name) && { name: called.name }) };
    const text = isText(called.arguments) ? called.arguments : '';
    yield { type: 'call', index: call.index, ...first, arguments: text, sinceMs };
  }
}

/** Images in the layout of models that answer with some. Only those that need no further request are shown. */
function* imagesOf(value: unknown, sinceMs: number): Generator<ChatEvent> {
  const images = listOf(value).flatMap(({ image_url: image }): AnswerImage[] => {
    const url = isRecord(image) ? image.url : null;
    return isText(url) && /^data:image\/(png|jpeg|webp);/.test(url) ? [{ url, alt: 'Image of the answer' }] : [];
  });
  if (images.length > 0) yield { type: 'images', images, sinceMs };
}

/** Data that a model needs back with the results of its calls, and its sources, in the layouts of different vendors. */
function* besideOf(delta: Record<string, unknown>): Generator<ChatEvent> {
  if (delta.reasoning_details) yield { type: 'reasoning_details', details: listOf(delta.reasoning_details) };
  if (isText(delta.thought_signature)) yield { type: 'thought_signature', signature: delta.thought_signature };
  if (delta.citations) yield* citationsOf(delta.citations);
  if (delta.annotations) yield* citationsOf(listOf(delta.annotations).map(({ url_citation: source }) => source));
}

function* citationsOf(value: unknown): Generator<ChatEvent> {
  const citations = Array.isArray(value) ? readCitations(value) : [];
  if (citations.length > 0) yield { type: 'citations', citations };
}

/** Sources as objects or as plain URLs. */
function readCitations(sources: readonly unknown[]): Citation[] {
  return sources.flatMap((source): Citation[] => {
    const { url, title, content, date } = isRecord(source) ? source : { url: source };
    if (!isText(url)) return [];
    const more = { ...(isText(content) && { content }), ...(isText(date) && { date }) };
    return [{ url, title: isText(title) ? title : '', ...more }];
  });
}

function parseFrame(data: string, requestId: string | null): Record<string, unknown> {
  try {
    const chunk: unknown = JSON.parse(data);
    if (isRecord(chunk)) return chunk;
  } catch {
    // Falls through to the failure below.
  }
  throw apiFailure({ code: 'UNREADABLE', message: 'A part of the answer could not be read.', requestId });
}

/** The failure in an error frame (docs/api-rules.md, "Streaming"): status 200, and the answer ends here. */
function frameFailure(error: Record<string, unknown>, requestId: string | null): ApiFailure {
  return apiFailure({
    status: 200,
    code: isText(error.code) ? error.code : 'UNKNOWN_ERROR',
    message: isText(error.message) ? error.message : 'The model failed.',
    retryAfterSeconds: typeof error.retry_after === 'number' ? Math.ceil(error.retry_after) : null,
    requestId,
  });
}

function usageOf(usage: Record<string, unknown>, cost: unknown): AnswerUsage {
  const promptDetails = isRecord(usage.prompt_tokens_details) ? usage.prompt_tokens_details : {};
  const completionDetails = isRecord(usage.completion_tokens_details) ? usage.completion_tokens_details : {};
  const costs = isRecord(cost) ? cost : {};
  return {
    promptTokens: count(usage.prompt_tokens),
    completionTokens: count(usage.completion_tokens),
    cachedTokens: count(promptDetails.cached_tokens),
    reasoningTokens: count(completionDetails.reasoning_tokens),
    usd: decimalOf(costs.usd),
    diem: decimalOf(costs.diem),
  };
}

const listOf = (value: unknown) => (Array.isArray(value) ? value.filter(isRecord) : []);
const isText = (value: unknown): value is string => typeof value === 'string' && value !== '';
const count = (value: unknown) => (typeof value === 'number' && Number.isFinite(value) ? value : 0);

/** The API's numbers have at most nine decimals here, so that formatting makes them exact again. */
function decimalOf(value: unknown): string {
  const fixed = count(value).toFixed(9);
  return fixed.replace(/\.?0+$/, '');
}
