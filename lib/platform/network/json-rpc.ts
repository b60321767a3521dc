import { z } from 'zod';
import { upstreamFetch } from '../fetch';

/** A node with a JSON-RPC 2.0 interface over HTTP, configured by the operator. */
export type RpcNode = {
  url: string;
  /** The setting that names it, for messages: the address itself may contain a key. */
  setting: string;
  /** The time limit of one call, milliseconds. */
  callMs?: number;
  /** The largest answer. */
  maxBytes?: number;
};

/** The code of a refusal because the contract has reverted the call (EIP-1474's successors; go-ethereum). */
export const REVERTED = 3;

const CALL_MS = 10_000;
const MAX_ANSWER_BYTES = 64 * 1024;

const Answer = z.union([
  z.object({ error: z.object({ code: z.number(), message: z.string(), data: z.unknown().optional() }) }),
  z.object({ result: z.unknown() }),
]);

/** The node's error instead of a result; `code` and `data` as viem expects them of a provider (EIP-1193). */
export type RpcRefusal = Error & { code: number; data: unknown };

/**
 * Sends one call to a node.
 * @param call its `method` and `params`
 * @returns its result
 * @throws RpcRefusal if the node refuses the call; Error for another status or another answer, FetchFailure if it
 *   cannot be reached in time
 */
export async function askNode(node: RpcNode, call: object, signal?: AbortSignal): Promise<unknown> {
  const { url, setting, callMs = CALL_MS, maxBytes = MAX_ANSWER_BYTES } = node;
  const reply = await upstreamFetch({
    url,
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ jsonrpc: '2.0', id: 1, ...call }),
    signal,
    times: { firstByteMs: callMs, idleMs: callMs, wholeMs: callMs },
  });
  if (reply.status !== 200) {
    reply.cancel();
    throw new Error(`The node of ${setting} returned status ${reply.status}.`);
  }
  const parsed = Answer.safeParse(parseJson(await reply.text(maxBytes)));
  if (!parsed.success) throw new Error(`The node of ${setting} did not return JSON-RPC.`);
  if ('error' in parsed.data) throw refusal(parsed.data.error);
  return parsed.data.result;
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

function refusal({ code, message, data }: { code: number; message: string; data?: unknown }): RpcRefusal {
  return Object.assign(new Error(message), { name: 'RpcRefusal', code, data });
}
