import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { createFaults, type FaultState, type RpcFaults } from './rpc-faults';
import { INVALID_REQUEST, PARSE_ERROR, rpcError, toErrorObject, writeJson } from './rpc-json';

const HOST = '127.0.0.1';
const MAX_BODY_BYTES = 1024 * 1024;
const MAX_BATCH = 100;
/** Browser wallets call from the page's origin. */
const CORS = {
  'access-control-allow-origin': '*',
  'access-control-allow-methods': 'POST',
  'access-control-allow-headers': '*',
};

/** Carries out a call; throws an RpcError for the caller. */
export type RpcHandler = (method: string, params: readonly unknown[]) => unknown;

export type RpcServer = {
  url: string;
  faults: RpcFaults;
  /** Closes all connections, and those that a fault holds. */
  stop(): Promise<void>;
};

type Call = { id: string | number | null; method: string; params: readonly unknown[] };
type Answer = { jsonrpc: '2.0'; id: Call['id']; result: unknown } | { jsonrpc: '2.0'; id: Call['id']; error: unknown };

/**
 * Starts a JSON-RPC server on 127.0.0.1 whose faults can be switched on.
 * @param handle carries out a call
 * @param port default: a free one
 * @throws Error if the port is in use
 */
export async function startRpcServer(handle: RpcHandler, port = 0): Promise<RpcServer> {
  const state = createFaults();
  const server = createServer((request, response) => {
    serve(request, response, handle, state).catch(() => response.destroy());
  });
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject).listen(port, HOST, resolve);
  });
  return {
    url: `http://${HOST}:${(server.address() as AddressInfo).port}`,
    faults: state.faults,
    stop: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}

async function serve(request: IncomingMessage, response: ServerResponse, handle: RpcHandler, state: FaultState) {
  if (request.method === 'OPTIONS') return response.writeHead(204, CORS).end();
  if (request.method !== 'POST') return response.writeHead(405, { ...CORS, allow: 'POST, OPTIONS' }).end();
  const body = await readBody(request);
  if (body === null) return response.writeHead(413, { ...CORS, connection: 'close' }).end();
  const calls = readCalls(body);
  if ('code' in calls) return reply(response, toAnswer(null, { error: toErrorObject(calls) }));
  for (const { method } of calls.list) state.count(method);
  if (calls.list.map(({ method }) => state.takeHang(method)).includes(true)) return state.hold(response);
  if (calls.list.some(({ method }) => state.isFailing(method))) return response.writeHead(500, CORS).end();
  const answers = await Promise.all(calls.list.map((call) => carryOut(call, handle, state)));
  const isLost = calls.list.map(({ method }) => state.takeLoss(method)).includes(true);
  if (isLost) return response.destroy();
  if (calls.list.map(({ method }) => state.takeHold(method)).includes(true)) return state.hold(response);
  return reply(response, calls.isBatch ? answers : answers[0]);
}

/** Null if it is too long. */
async function readBody(request: IncomingMessage): Promise<string | null> {
  const chunks: Buffer[] = [];
  let bytes = 0;
  for await (const chunk of request as AsyncIterable<Buffer>) {
    bytes += chunk.length;
    if (bytes > MAX_BODY_BYTES) return null;
    chunks.push(chunk);
  }
  return Buffer.concat(chunks).toString('utf8');
}

function readCalls(body: string) {
  let json: unknown;
  try {
    json = JSON.parse(body);
  } catch {
    return rpcError(PARSE_ERROR, 'Parse error');
  }
  const list = Array.isArray(json) ? json : [json];
  if (list.length === 0) return rpcError(INVALID_REQUEST, 'Empty batch');
  if (list.length > MAX_BATCH) return rpcError(INVALID_REQUEST, `A batch has at most ${MAX_BATCH} calls`);
  const calls = list.map(readCall);
  if (calls.includes(null)) return rpcError(INVALID_REQUEST, 'Invalid request');
  return { isBatch: Array.isArray(json), list: calls.filter((call) => call !== null) };
}

function readCall(value: unknown): Call | null {
  if (value === null || typeof value !== 'object') return null;
  const { id = null, method, params = [] } = value as Record<string, unknown>;
  if (typeof method !== 'string' || !Array.isArray(params)) return null;
  if (id !== null && typeof id !== 'string' && typeof id !== 'number') return null;
  return { id, method, params };
}

async function carryOut({ id, method, params }: Call, handle: RpcHandler, state: FaultState): Promise<Answer> {
  try {
    const truth: unknown = await handle(method, params);
    const lie = state.lieFor(method);
    return toAnswer(id, { result: lie ? lie(truth, params) : truth });
  } catch (error) {
    return toAnswer(id, { error: toErrorObject(error) });
  }
}

function toAnswer(id: Call['id'], outcome: { result: unknown } | { error: unknown }): Answer {
  return { jsonrpc: '2.0', id, ...outcome };
}

function reply(response: ServerResponse, answer: unknown) {
  response.writeHead(200, { ...CORS, 'content-type': 'application/json' }).end(writeJson(answer));
}
