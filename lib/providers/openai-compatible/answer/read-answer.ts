import type { ApiError } from '../../../core/errors';
import { weightOf } from '../../../core/text-weight';
import { type AnswerBound, answerBound } from '../../kit/answer-bound';
import { inferenceFailed, mapRefusal, type UpstreamIdentity } from '../../kit/map-error';
import type { ChatCall } from '../../spec';
import type { ChatPart, FinishReason } from '../../../core/chat';
import { convertUsage } from './convert-usage';
import { mapFinishReason } from './map-finish-reason';
import { type MessageContext, readMessage } from './read-message';
import { refusalOf } from './read-refusal';
import { endToolCalls } from './read-tool-calls';
import { repeatedChunk } from './repeated-chunk';
import { isRecord, listOf, recordOf, textOf } from './values';
import { WireError } from './wire-error';

/** The event that marks an answer as complete. */
export const DONE = '[DONE]';

/**
 * Reads one answer, chunk by chunk or whole. Tolerant: nothing is required that is not needed, null counts as absent,
 * and unknown fields are ignored. Written by hand, because it runs for every token: a schema costs as much again as the
 * JSON parser.
 */
export type AnswerReader = {
  /** Adds the parts of one chunk. @throws ApiError if it is not JSON of an answer, or contains an error */
  read(chunk: string, parts: ChatPart[]): void;
  /** Whether the end was reported. */
  isDone(): boolean;
  /** Whether nothing more is to be read: the end was reported, or every choice was cut off at its limit. */
  isOver(): boolean;
  /** The remaining parts at the end. @throws ApiError if the answer is empty, or broke off */
  end(): ChatPart[];
};

type Choice = MessageContext & { ended: boolean };
type Usage = Extract<ChatPart, { type: 'usage' }>;

/** The state of an answer so far. */
type Progress = {
  call: ChatCall;
  bound: AnswerBound;
  choices: Map<number, Choice>;
  /**
   * A usage report before any output. It waits for the first output: alone it is no answer, and another upstream may
   * still be called.
   */
  early: Usage | null;
  began: boolean;
  isDone: boolean;
  /** How many choices were cut off at their limit. */
  cut: number;
};

/** A reader for the answer to a call. */
export function answerReader(call: ChatCall, identity: UpstreamIdentity): AnswerReader {
  const repeated = repeatedChunk();
  const progress: Progress = {
    call,
    bound: answerBound(call),
    choices: new Map(),
    early: null,
    began: false,
    isDone: false,
    cut: 0,
  };
  return {
    read(text, parts) {
      const piece = repeated.read(text);
      if (piece) {
        readAgain(piece, progress, parts);
        return;
      }
      progress.isDone = text === DONE;
      if (progress.isDone || text === '') return;
      const chunk = parseChunk(text, identity);
      const before = parts.length;
      readChunk(chunk, progress, identity, parts);
      if (chunk.usage == null && parts.length === before + 1) repeated.learn(text, parts[before]);
    },
    isDone: () => progress.isDone,
    isOver: () => progress.isDone || progress.cut >= call.choices,
    end: () => endAnswer(progress),
  };
}

/** Handles a piece whose chunk had the form of an earlier one. */
function readAgain(
  piece: Extract<ChatPart, { type: 'text' | 'reasoning' }>,
  progress: Progress,
  parts: ChatPart[],
): void {
  const choice = choiceOf(piece.choice, progress);
  if (choice.ended) return;
  parts.push(piece);
  if (progress.bound.addPiece(piece.choice, weightOf(piece.text))) cutChoice(choice, progress, parts);
}

function readChunk(
  chunk: Record<string, unknown>,
  progress: Progress,
  identity: UpstreamIdentity,
  parts: ChatPart[],
): void {
  const pieces = listOf(chunk.choices);
  const before = parts.length;
  for (let at = 0; at < pieces.length; at += 1) readPiece(recordOf(pieces[at]), at, progress, identity, parts);
  if (parts.length > before && !progress.began) {
    progress.began = true;
    if (progress.early) parts.splice(before, 0, progress.early);
    progress.early = null;
  }
  for (const piece of pieces) if (isRecord(piece) && piece.usage != null) readUsage(piece.usage, progress, parts);
  if (chunk.usage != null) readUsage(chunk.usage, progress, parts);
}

function readPiece(
  piece: Record<string, unknown>,
  at: number,
  progress: Progress,
  identity: UpstreamIdentity,
  parts: ChatPart[],
): void {
  const { error, finish_reason: finish } = piece;
  if (error) throw refused(error, identity);
  const message = piece.delta ?? piece.message;
  const index = indexOf(piece.index, at);
  if (index >= progress.call.choices || (!isRecord(message) && !finish)) return;
  const choice = choiceOf(index, progress);
  if (choice.ended) return;
  const before = parts.length;
  if (isRecord(message)) readMessage(message, piece.logprobs, choice, parts);
  if (typeof finish === 'string' && finish !== '') {
    const reason = mapFinishReason(finish);
    if (reason === null) throw inferenceFailed(new Error(`The upstream ended a choice by "${finish.slice(0, 40)}".`));
    endChoice(choice, reason, parts);
  } else if (parts.length > before && progress.bound.addPiece(index, weightOfParts(parts, before))) {
    cutChoice(choice, progress, parts);
  }
}

function readUsage(report: unknown, progress: Progress, parts: ChatPart[]): void {
  const usage = convertUsage(report);
  if (!usage) return;
  if (!progress.began) {
    progress.early = { type: 'usage', usage };
    return;
  }
  parts.push({ type: 'usage', usage });
  if (!progress.bound.isReportPast(usage.completionTokens)) return;
  for (const choice of openOf(progress.choices)) cutChoice(choice, progress, parts);
}

function endAnswer({ choices, isDone, early }: Progress): ChatPart[] {
  // Without `[DONE]` an answer counts as complete once every choice that began has ended.
  const open = openOf(choices);
  if (choices.size === 0 || (open.length > 0 && !isDone)) throw inferenceFailed(new Error('The upstream broke off.'));
  const parts: ChatPart[] = [];
  for (const choice of open) endChoice(choice, 'stop', parts);
  if (early) parts.push(early);
  return parts;
}

function choiceOf(index: number, { call, choices }: Progress): Choice {
  const known = choices.get(index);
  if (known) return known;
  const choice: Choice = { choice: index, calls: null, topLogprobs: call.logprobs?.top, ended: false };
  choices.set(index, choice);
  return choice;
}

function endChoice(choice: Choice, reason: FinishReason, parts: ChatPart[]): void {
  choice.ended = true;
  if (choice.calls) endToolCalls(choice.calls, choice.choice, parts);
  parts.push({ type: 'finish', choice: choice.choice, reason: reasonOf(reason, choice) });
}

function cutChoice(choice: Choice, progress: Progress, parts: ChatPart[]): void {
  progress.cut += 1;
  endChoice(choice, 'length', parts);
}

function parseChunk(text: string, identity: UpstreamIdentity): Record<string, unknown> {
  let chunk: unknown;
  try {
    chunk = JSON.parse(text);
  } catch (cause) {
    throw inferenceFailed(cause);
  }
  if (!isRecord(chunk)) throw inferenceFailed(new Error('A chunk of the upstream is not an object.'));
  // Old vLLM sends an error without an envelope.
  if (chunk.error || chunk.object === 'error') throw refused(chunk.error || chunk, identity, chunk.error_type);
  if (chunk.choices != null && !Array.isArray(chunk.choices)) {
    throw inferenceFailed(new Error('The choices of the upstream are not a list.'));
  }
  return chunk;
}

/** @param type what TGI sends beside an error that is a string */
function refused(error: unknown, identity: UpstreamIdentity, type?: unknown): ApiError {
  const read = WireError.safeParse(error);
  const details = read.success ? read.data : {};
  return mapRefusal(refusalOf({ ...details, type: details.type ?? textOf(type) }), identity);
}

function openOf(choices: ReadonlyMap<number, Choice>): Choice[] {
  return [...choices.values()].filter(({ ended }) => !ended);
}

function indexOf(index: unknown, at: number): number {
  return typeof index === 'number' && Number.isInteger(index) && index >= 0 ? index : at;
}

/** Some servers end a choice that has calls with `stop` if the caller chose the tool, and some always do. */
function reasonOf(reason: FinishReason, { calls }: Choice): FinishReason {
  const called = calls !== null && calls.emitted.length > 0;
  if (reason === 'stop' && called) return 'tool_calls';
  return reason === 'tool_calls' && !called ? 'stop' : reason;
}

/** Weight of the text of the parts, starting at an index. */
function weightOfParts(parts: readonly ChatPart[], from: number): number {
  let weight = 0;
  for (let at = from; at < parts.length; at += 1) {
    const part = parts[at];
    if (part?.type === 'text' || part?.type === 'reasoning') weight += weightOf(part.text);
    else if (part?.type === 'tool_call') weight += weightOf(part.arguments ?? '');
  }
  return weight;
}
