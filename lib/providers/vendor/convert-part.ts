import type {
  JSONObject,
  LanguageModelV3Content,
  LanguageModelV3GenerateResult,
  LanguageModelV3StreamPart,
  LanguageModelV3Usage,
  SharedV3ProviderMetadata,
} from '@ai-sdk/provider';
import type { TokenUsage } from '../../core/usage';
import { inferenceFailed } from '../kit/map-error';
import type { ChatCall } from '../spec';
import type { ChatPart, FinishReason } from '../../core/chat';
import type { Signed, VendorFormat } from './vendor';

/** The state of the single choice so far. */
export type Progress = {
  vendor: VendorFormat;
  /** Names of the functions that may be called; null if the vendor reports no other calls. */
  declared: ReadonlySet<string> | null;
  /** Whether the vendor searches, so that its sources are wanted. */
  searches: boolean;
  /** Reasoning blocks that are still open, by the package's id. */
  blocks: Map<string, { text: string; metadata: JSONObject }>;
  /** Tool calls by id: their index, and whether any of their arguments arrived. */
  calls: Map<string, { index: number; hasArguments: boolean }>;
  /** Number of `reasoning_details` items that were emitted. */
  details: number;
  /** The last signature of the answer, for the member `thought_signature`. */
  thoughtSignature?: string;
  /** Whether the choice has ended. */
  ended: boolean;
};

/** The state before anything was read. */
export function newProgress(vendor: VendorFormat, { tools = [], vendorSearch = false }: ChatCall): Progress {
  const declared = vendor.searchTools ? new Set(tools.map(({ name }) => name)) : null;
  return { vendor, declared, searches: vendorSearch, blocks: new Map(), calls: new Map(), details: 0, ended: false };
}

/**
 * Converts a part of a package's stream. Reasoning is emitted as text when it arrives, and once as an item of
 * `reasoning_details` when its block is complete. The caller handles errors, warnings and raw events.
 * @throws ApiError INFERENCE_FAILED if the stream ended before the answer did
 */
export function* convertPart(part: LanguageModelV3StreamPart, progress: Progress): Generator<ChatPart> {
  switch (part.type) {
    case 'text-start':
    case 'text-delta':
      if (part.type === 'text-delta' && part.delta !== '') yield { type: 'text', choice: 0, text: part.delta };
      yield* emitSignature(progress, metadataOf(part, progress));
      return;
    case 'reasoning-start':
    case 'reasoning-delta':
    case 'reasoning-end':
      yield* readThinking(part, progress);
      return;
    case 'tool-input-start':
    case 'tool-input-delta':
    case 'tool-call':
      yield* readCall(part, progress);
      return;
    case 'source':
      if (progress.searches && part.sourceType === 'url') yield { type: 'source', choice: 0, ...sourceOf(part) };
      return;
    case 'finish':
      yield* readEnd(part, progress);
      return;
    default:
      // Files and calls that the vendor ran itself: none of them were requested.
      return;
  }
}

/**
 * Converts a package's answer in one piece, as its stream would have been.
 * @throws ApiError INFERENCE_FAILED if the answer has no end
 */
export function* convertWhole(
  { content, finishReason, usage, response }: LanguageModelV3GenerateResult,
  progress: Progress,
): Generator<ChatPart> {
  for (const [at, item] of content.entries()) {
    for (const part of streamedParts(item, String(at))) yield* convertPart(part, progress);
  }
  const end = progress.vendor.endOfWhole?.(response?.body) ?? finishReason;
  yield* convertPart({ type: 'finish', finishReason: end, usage }, progress);
}

function streamedParts(item: LanguageModelV3Content, id: string): LanguageModelV3StreamPart[] {
  switch (item.type) {
    case 'text':
      return [{ type: 'text-delta', id, delta: item.text, providerMetadata: item.providerMetadata }];
    case 'reasoning':
      return [
        { type: 'reasoning-delta', id, delta: item.text, providerMetadata: item.providerMetadata },
        { type: 'reasoning-end', id },
      ];
    default:
      return [item];
  }
}

type Part<Type extends LanguageModelV3StreamPart['type']> = Extract<LanguageModelV3StreamPart, { type: Type }>;

function* readThinking(
  part: Part<'reasoning-start' | 'reasoning-delta' | 'reasoning-end'>,
  progress: Progress,
): Generator<ChatPart> {
  const block = progress.blocks.get(part.id) ?? { text: '', metadata: {} };
  progress.blocks.set(part.id, block);
  Object.assign(block.metadata, metadataOf(part, progress));
  if (part.type === 'reasoning-delta' && part.delta !== '') {
    block.text += part.delta;
    yield { type: 'reasoning', choice: 0, text: part.delta };
  }
  if (part.type !== 'reasoning-end') return;
  progress.blocks.delete(part.id);
  yield* emitDetail(progress, block);
}

function* readCall(
  part: Part<'tool-input-start' | 'tool-input-delta' | 'tool-call'>,
  progress: Progress,
): Generator<ChatPart> {
  const { calls } = progress;
  const id = part.type === 'tool-call' ? part.toolCallId : part.id;
  const known = calls.get(id);
  if (part.type === 'tool-input-delta') {
    if (!known || part.delta === '') return;
    known.hasArguments = true;
    yield { type: 'tool_call', choice: 0, index: known.index, arguments: part.delta };
    return;
  }
  if (part.providerExecuted || progress.declared?.has(part.toolName) === false) return;
  const call = known ?? { index: calls.size, hasArguments: false };
  if (!known) {
    calls.set(id, call);
    yield { type: 'tool_call', choice: 0, index: call.index, id, name: part.toolName };
    yield* emitSignature(progress, metadataOf(part, progress), id);
  }
  if (part.type === 'tool-call' && !call.hasArguments) {
    call.hasArguments = true;
    yield { type: 'tool_call', choice: 0, index: call.index, arguments: part.input || '{}' };
  }
}

/** A source that the vendor cites. Some have the number of the citation as their title, which says nothing. */
function sourceOf({ url, title = '' }: { url: string; title?: string }): { title: string; url: string } {
  const isNamed = title !== url && !/^\d*$/.test(title.trim());
  return { title: isNamed || !URL.canParse(url) ? title : new URL(url).hostname, url };
}

function* readEnd({ finishReason, usage }: Part<'finish'>, progress: Progress): Generator<ChatPart> {
  const { vendor, thoughtSignature } = progress;
  const { unified, raw } = finishReason;
  // If a stream breaks off, the package makes up a finish of its own, which lacks the vendor's reason.
  if (raw === undefined) throw inferenceFailed(new Error('The upstream broke off.'));
  if (unified === 'error') throw inferenceFailed(new Error(`The upstream ended with ${raw.slice(0, 60)}.`));
  for (const block of progress.blocks.values()) yield* emitDetail(progress, block);
  if (thoughtSignature !== undefined && vendor.thoughtSignature) {
    yield { type: 'extra', choice: 0, fields: { thought_signature: thoughtSignature } };
  }
  progress.ended = true;
  yield { type: 'finish', choice: 0, reason: mapFinishReason(unified) };
  const converted = convertUsage(usage);
  if (converted) yield { type: 'usage', usage: converted };
}

/** A signature of the answer itself: on its text, or on a tool call. */
function* emitSignature(progress: Progress, metadata: JSONObject, callId?: string): Generator<ChatPart> {
  const signature = progress.vendor.thoughtSignature?.to(metadata);
  if (signature === undefined || signature === progress.thoughtSignature) return;
  // Of several parallel calls the first one is signed; of a text the last piece.
  if (callId === undefined || progress.calls.size === 1) progress.thoughtSignature = signature;
  yield* emitDetail(progress, { text: '', ofAnswer: { callId }, metadata });
}

function* emitDetail(progress: Progress, signed: Signed): Generator<ChatPart> {
  const detail = progress.vendor.toDetail(signed);
  if (!detail) return;
  yield { type: 'reasoning', choice: 0, text: '', details: [{ ...detail, index: progress.details }] };
  progress.details += 1;
}

function metadataOf(
  { providerMetadata }: { providerMetadata?: SharedV3ProviderMetadata },
  progress: Progress,
): JSONObject {
  return providerMetadata?.[progress.vendor.namespace] ?? {};
}

function mapFinishReason(reason: Part<'finish'>['finishReason']['unified']): FinishReason {
  switch (reason) {
    case 'length':
      return 'length';
    case 'content-filter':
      return 'content_filter';
    case 'tool-calls':
      return 'tool_calls';
    case 'stop':
    case 'error':
    case 'other':
      return 'stop';
  }
}

/**
 * Converts usage of the packages: their totals include cached and written tokens, and reasoning, as ours do.
 * @returns null if the vendor reported nothing that could be billed
 */
function convertUsage({ inputTokens, outputTokens }: LanguageModelV3Usage): TokenUsage | null {
  const promptTokens = whole(inputTokens.total);
  const completionTokens = whole(outputTokens.total);
  if (promptTokens + completionTokens === 0) return null;
  const cachedTokens = Math.min(whole(inputTokens.cacheRead), promptTokens);
  const cacheWriteTokens = Math.min(whole(inputTokens.cacheWrite), promptTokens - cachedTokens);
  const reasoningTokens = Math.min(whole(outputTokens.reasoning), completionTokens);
  return {
    promptTokens,
    completionTokens,
    ...(cachedTokens > 0 && { cachedTokens }),
    ...(cacheWriteTokens > 0 && { cacheWriteTokens }),
    ...(reasoningTokens > 0 && { reasoningTokens }),
  };
}

function whole(count: number | undefined): number {
  return Math.min(Math.max(Math.ceil(count ?? 0), 0), Number.MAX_SAFE_INTEGER);
}
