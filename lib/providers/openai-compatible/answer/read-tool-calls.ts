import { randomHex } from '../../../core/ids';
import type { ChatPart } from '../../../core/chat';
import { assertShallow } from './assert-shallow';
import { makeObjectScan, type ObjectScan } from './object-scan';
import { isRecord, textOf } from './values';

/** A tool call that a choice has begun. */
type OpenCall = {
  /** Id given by the upstream, if any. */
  wireId: string | undefined;
  id: string;
  name: string;
  /** The arguments that came before the call was emitted. */
  early: string;
  hasArguments: boolean;
  /** Whether the arguments so far are a complete object. */
  scan: ObjectScan;
  /** Our index of the call; null until its name is known and it was emitted. */
  index: number | null;
};

/** The tool calls of a choice. An answer may have many thousands, so that none is ever searched for. */
export type OpenCalls = {
  /** The latest call by the index given by the upstream; some servers omit it, or use the same one for all. */
  byIndex: Map<number, OpenCall>;
  /** The latest call by the id given by the upstream. */
  byId: Map<string, OpenCall>;
  latest: OpenCall | undefined;
  emitted: OpenCall[];
};

type Fragment = { index: number | null; id: string | undefined; name: string | undefined; text: string };

/** No calls yet. */
export function openCalls(): OpenCalls {
  return { byIndex: new Map(), byId: new Map(), latest: undefined, emitted: [] };
}

/**
 * Converts fragments of tool calls to parts. Accepts whole calls and pieces, missing indexes and ids, names that are
 * repeated or arrive late, and arguments as an object. A call without an id gets one.
 * @param calls the choice's calls so far; extended here
 * @param parts extended here
 * @throws ApiError INFERENCE_FAILED if arguments have more than 100 levels
 */
export function readToolCalls(entries: readonly unknown[], calls: OpenCalls, choice: number, parts: ChatPart[]): void {
  for (const entry of entries) {
    if (!isRecord(entry)) continue;
    const fragment = readFragment(entry);
    const call = knownCall(calls, fragment) ?? beginCall(calls, fragment);
    call.name ||= fragment.name ?? '';
    call.hasArguments ||= fragment.text !== '';
    call.scan.read(fragment.text);
    emit(calls, call, fragment, choice, parts);
  }
}

/** Adds an empty object for calls without arguments, so that `arguments` is valid JSON. */
export function endToolCalls({ emitted }: OpenCalls, choice: number, parts: ChatPart[]): void {
  for (const { index, hasArguments } of emitted) {
    if (index !== null && !hasArguments) parts.push({ type: 'tool_call', choice, index, arguments: '{}' });
  }
}

function readFragment(entry: Record<string, unknown>): Fragment {
  const { name, arguments: given } = isRecord(entry.function) ? entry.function : entry;
  const { index } = entry;
  if (isRecord(given)) assertShallow(given);
  return {
    index: typeof index === 'number' && index >= 0 ? index : null,
    id: textOf(entry.id),
    name: textOf(name),
    text: isRecord(given) ? JSON.stringify(given) : (textOf(given) ?? ''),
  };
}

/** The call that a fragment continues; undefined if it begins one. */
function knownCall({ byIndex, byId, latest }: OpenCalls, fragment: Fragment): OpenCall | undefined {
  const { index, id, name } = fragment;
  if (index !== null) {
    const call = byIndex.get(index);
    return call && !isAnother(call, fragment) ? call : undefined;
  }
  const call = id === undefined ? undefined : byId.get(id);
  if (call) return call;
  if (name === undefined || (id === undefined && latest && !isAnother(latest, fragment))) return latest;
  return undefined;
}

/** Whether a fragment with a call's index begins another call: some servers use index 0 for all of them. */
function isAnother(call: OpenCall, { id, name, text }: Fragment): boolean {
  // Some servers give every fragment a new id, but no name.
  if (name === undefined || call.name === '') return false;
  if (id !== undefined && call.wireId !== undefined) return id !== call.wireId;
  return name !== call.name || (text !== '' && call.scan.isWhole());
}

function beginCall(calls: OpenCalls, { index, id }: Fragment): OpenCall {
  const isTaken = id !== undefined && calls.byId.has(id);
  const call: OpenCall = {
    wireId: id,
    id: id === undefined || isTaken ? `call_${randomHex(12)}` : id,
    name: '',
    early: '',
    hasArguments: false,
    scan: makeObjectScan(),
    index: null,
  };
  if (index !== null) calls.byIndex.set(index, call);
  if (id !== undefined) calls.byId.set(id, call);
  calls.latest = call;
  return call;
}

function emit(calls: OpenCalls, call: OpenCall, { text }: Fragment, choice: number, parts: ChatPart[]): void {
  if (call.index !== null) {
    if (text !== '') parts.push({ type: 'tool_call', choice, index: call.index, arguments: text });
    return;
  }
  call.early += text;
  if (call.name === '') return;
  const { id, name, early } = call;
  call.index = calls.emitted.length;
  calls.emitted.push(call);
  parts.push({ type: 'tool_call', choice, index: call.index, id, name, ...(early !== '' && { arguments: early }) });
  call.early = '';
}
