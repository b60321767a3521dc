import type { LanguageModelV3StreamPart, SharedV3Warning } from '@ai-sdk/provider';
import { ApiError, invalidField } from '../../core/errors';
import { weightOf } from '../../core/text-weight';
import { type AnswerBound, answerBound } from '../kit/answer-bound';
import { inferenceFailed, type UpstreamIdentity } from '../kit/map-error';
import { oneByOne, wholeOneByOne } from '../kit/one-by-one';
import { timesOfWhole } from '../kit/whole-answers';
import type { ChatCall, ChatModel, WholeChatModel } from '../spec';
import type { ChatPart } from '../../core/chat';
import { convertCall } from './convert-call';
import { convertPart, convertWhole, newProgress } from './convert-part';
import { makeVendorFetch } from './fetch';
import { amazonBedrock } from './kinds/amazon-bedrock';
import { anthropic } from './kinds/anthropic';
import { google } from './kinds/google';
import { xai } from './kinds/xai';
import { LARGE_MEDIA_CHARACTERS, type LargeMedia, largeMedia } from './large-media';
import { readFailure, readStreamError, unreadEvent } from './read-failure';
import type { Vendor, VendorFormat, VendorUpstream } from './vendor';

/**
 * The chat of a vendor with its own wire format, through the vendor's AI SDK package, which is loaded at the first
 * call. One choice is one request; nothing is retried. An answer that goes far past `maxTokens` is ended with `length`.
 * @throws see `ChatModel`; INVALID_REQUEST for log probabilities, which none of these vendors returns through its
 *   package; if the call's signal was aborted: its reason
 */
export function vendorChat(upstream: VendorUpstream): ChatModel {
  const opened = bind(upstream);
  return oneByOne((call) => answer(opened, call));
}

/**
 * The same for an answer in one piece. Its length is not checked here: it has been made.
 * @throws see `WholeChatModel`, and `vendorChat`
 */
export function vendorWholeChat(upstream: VendorUpstream): WholeChatModel {
  const opened = bind(upstream);
  return wholeOneByOne((call) => {
    // Of a call that turns out not to be forced, a stream is left at its start; an answer in one piece would be paid for.
    const mayBeRefused = opened.format.mayDropToolChoice === true && isForced(call);
    return mayBeRefused ? collect(answer(opened, call)) : answerWhole(opened, call);
  });
}

/** A vendor with the operator's settings. */
type Opened = {
  format: VendorFormat;
  /** @param isWhole whether its model is asked for an answer in one piece */
  open(
    call: Pick<ChatCall, 'model' | 'account'>,
    media: LargeMedia,
    isWhole: boolean,
  ): ReturnType<Vendor<VendorUpstream>['open']>;
  /** Longer media bypass its package, characters of base64. */
  mediaLimit: number;
  identity: Omit<UpstreamIdentity, 'model'>;
};

function bind(upstream: VendorUpstream): Opened {
  switch (upstream.kind) {
    case 'anthropic':
      return bindTo(anthropic, upstream);
    case 'google':
      return bindTo(google, upstream);
    case 'xai':
      return bindTo(xai, upstream);
    case 'amazon-bedrock':
      return bindTo(amazonBedrock, upstream);
  }
}

function bindTo<Upstream extends VendorUpstream>(vendor: Vendor<Upstream>, upstream: Upstream): Opened {
  const address = vendor.addressOf(upstream);
  const { host, hostname } = new URL(address);
  const { times } = upstream;
  const { readWhole = (text) => text } = vendor;
  return {
    format: vendor,
    open: ({ model, account }, media, isWhole) => {
      const how = isWhole ? { account, times: timesOfWhole(times), readWhole } : { account, times };
      return vendor.open(upstream, model, makeVendorFetch(how, media));
    },
    mediaLimit: vendor.signsBody?.(upstream) ? Infinity : LARGE_MEDIA_CHARACTERS,
    identity: { provider: upstream.id, secrets: [...vendor.secretsOf(upstream), address, host, hostname] },
  };
}

/** One call: what its package gets. `end` ends whatever the package still holds open. */
function begin({ format, open, mediaLimit, identity: { provider, secrets } }: Opened, call: ChatCall) {
  if (call.logprobs) throw invalidField(['logprobs'], 'The upstream of this model does not return log probabilities');
  call.signal.throwIfAborted();
  // One that the packages can use: the request's own is none of Node's (lib/platform/light-controller.ts).
  const leaving = new AbortController();
  const follow = () => leaving.abort(call.signal.reason);
  call.signal.addEventListener('abort', follow, { once: true });
  const media = largeMedia(mediaLimit);
  return {
    identity: { provider, secrets, model: call.model },
    options: convertCall({ ...call, signal: leaving.signal }, format, media),
    open: (isWhole: boolean) => open(call, media, isWhole),
    end: () => {
      call.signal.removeEventListener('abort', follow);
      leaving.abort();
    },
  };
}

async function* answer(opened: Opened, call: ChatCall): AsyncGenerator<ChatPart[]> {
  const { format } = opened;
  const { identity, options, open, end } = begin(opened, call);
  try {
    const model = await open(false);
    const { stream } = await model.doStream(options);
    const progress = newProgress(format, call);
    const bound = answerBound(call);
    let event: string | undefined;
    for await (const part of readStream(stream)) {
      if (part.type === 'stream-start') checkWarnings(part.warnings, call);
      else if (part.type === 'raw') event = nameOf(part.rawValue);
      else if (part.type === 'error') {
        if (!format.isNew?.(unreadEvent(part.error))) throw readStreamError(part.error, event, identity, call.signal);
      } else {
        const parts = [...convertPart(part, progress)];
        const isPast = parts.some((each) => isPastBound(each, bound));
        if (isPast) parts.push({ type: 'finish', choice: 0, reason: 'length' });
        if (parts.length > 0) yield parts;
        if (isPast) return;
      }
    }
    if (!progress.ended) throw inferenceFailed(new Error('The upstream broke off.'));
  } catch (thrown) {
    throw readFailure(thrown, identity, call.signal);
  } finally {
    end();
  }
}

async function answerWhole(opened: Opened, call: ChatCall): Promise<ChatPart[]> {
  const { format } = opened;
  const { identity, options, open, end } = begin(opened, call);
  try {
    const model = await open(true);
    const made = await model.doGenerate(options);
    checkWarnings(made.warnings, call);
    return [...convertWhole(made, newProgress(format, call))];
  } catch (thrown) {
    throw readFailure(thrown, identity, call.signal);
  } finally {
    end();
  }
}

async function collect(lists: AsyncIterable<ChatPart[]>): Promise<ChatPart[]> {
  const parts: ChatPart[] = [];
  for await (const together of lists) parts.push(...together);
  return parts;
}

function isPastBound(part: ChatPart, bound: AnswerBound): boolean {
  const weight = weightOf(textOf(part));
  return weight > 0 && bound.addPiece(0, weight);
}

function textOf(part: ChatPart): string {
  if (part.type === 'text' || part.type === 'reasoning') return part.text;
  return part.type === 'tool_call' ? (part.arguments ?? '') : '';
}

async function* readStream(
  stream: ReadableStream<LanguageModelV3StreamPart>,
): AsyncGenerator<LanguageModelV3StreamPart> {
  const reader = stream.getReader();
  try {
    for (;;) {
      const { done, value } = await reader.read();
      if (done) return;
      yield value;
    }
  } finally {
    reader.cancel().catch(() => undefined);
  }
}

/** The single member of one of Amazon's raw events, which is the name of what happened. */
function nameOf(event: unknown): string | undefined {
  return typeof event === 'object' && event !== null ? Object.keys(event)[0] : undefined;
}

/** Settings that a package could not send are dropped, but not the requirement to call a tool. */
function checkWarnings(warnings: SharedV3Warning[], call: ChatCall): void {
  const isDropped = warnings.some((warning) => warning.type === 'unsupported' && warning.feature === 'toolChoice');
  if (isDropped && isForced(call)) {
    throw new ApiError('INVALID_REQUEST', 'tool_choice: this model cannot be made to call a tool. Use "auto".');
  }
}

/** Whether a call requires a tool to be called. */
function isForced({ toolChoice = 'auto' }: ChatCall): boolean {
  return toolChoice !== 'auto' && toolChoice !== 'none';
}
