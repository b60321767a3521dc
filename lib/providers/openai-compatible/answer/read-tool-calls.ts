import { randomHex } from '../../../core/ids';
import type { ChatPart } from '../../spec';
import { assertShallow } from './assert-shallow';
import { isRecord, listOf, recordOf, textOf } from './values';

/** A tool call that a choice has begun. */
export type OpenCall = {
  /** Index given by the upstream; some servers omit it, or use the same one for all. */
  wireIndex: number | null;
  /** Id given by the upstream, if any. */
  wireId: string | undefined;
  id: string;
  name: string;
  /** The arguments so far. */
  text: string;
  /** Our index of the call; null until its name is known and it was emitted. */
  index: number | null;
};

type CallPart = Extract<ChatPart, { type: 'tool_call' }>;
type Fragment = { index: number | null; id: string | undefined; name: string | undefined; text: string };

/**
 * Converts fragments of tool calls to parts. Accepts whole calls and pieces, missing indexes and ids, names that are
 * repeated or arrive late, and arguments as an object. A call without an id gets one.
 * @param calls the choice's calls so far; extended here
 * @throws ApiError INFERENCE_FAILED if arguments have more than 100 levels
 */
export function readToolCalls(value: unknown, calls: OpenCall[], choice: number): CallPart[] {
  return listOf(value).flatMap((entry) => {
    if (!isRecord(entry)) return [];
    const fragment = readFragment(entry);
    const call = knownCall(calls, fragment) ?? beginCall(calls, fragment);
    call.name ||= fragment.name ?? '';
    call.text += fragment.text;
    return emit(calls, call, fragment, choice);
  });
}

/** Calls without arguments get an empty object, so that `arguments` is valid JSON. */
export function endToolCalls(calls: readonly OpenCall[], choice: number): CallPart[] {
  return calls.flatMap(({ index, text }) =>
    index !== null && text === '' ? [{ type: 'tool_call' as const, choice, index, arguments: '{}' }] : [],
  );
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
function knownCall(calls: readonly OpenCall[], fragment: Fragment): OpenCall | undefined {
  const { index, id, name } = fragment;
  const byId = id === undefined ? undefined : calls.findLast(({ wireId }) => wireId === id);
  if (index !== null) {
    const byIndex = calls.findLast(({ wireIndex }) => wireIndex === index);
    return byIndex && !isAnother(byIndex, fragment) ? byIndex : undefined;
  }
  if (byId) return byId;
  const last = calls.at(-1);
  if (name === undefined || (id === undefined && last && !isAnother(last, fragment))) return last;
  return undefined;
}

/** Whether a fragment with a call's index begins another call: some servers use index 0 for all of them. */
function isAnother(call: OpenCall, { id, name, text }: Fragment): boolean {
  // Some servers give every fragment a new id, but no name.
  if (name === undefined || call.name === '') return false;
  if (id !== undefined && call.wireId !== undefined) return id !== call.wireId;
  return (name !== call.name || text !== '') && (name !== call.name || isWhole(call.text));
}

function beginCall(calls: OpenCall[], { index, id }: Fragment): OpenCall {
  const isTaken = calls.some((call) => call.id === id);
  const call: OpenCall = {
    wireIndex: index,
    wireId: id,
    id: id === undefined || isTaken ? `call_${randomHex(12)}` : id,
    name: '',
    text: '',
    index: null,
  };
  calls.push(call);
  return call;
}

function emit(calls: readonly OpenCall[], call: OpenCall, fragment: Fragment, choice: number): CallPart[] {
  const { index, id, name, text } = call;
  if (index !== null) {
    return fragment.text === '' ? [] : [{ type: 'tool_call', choice, index, arguments: fragment.text }];
  }
  if (name === '') return [];
  call.index = calls.filter((one) => one.index !== null).length;
  return [{ type: 'tool_call', choice, index: call.index, id, name, ...(text !== '' && { arguments: text }) }];
}

function isWhole(text: string): boolean {
  try {
    return isRecord(recordOf(JSON.parse(text))) && text !== '';
  } catch {
    return false;
  }
}
