import { afterAll, afterEach, beforeAll, expect, it } from 'vitest';
import { METHOD_NOT_FOUND, rpcError } from './rpc-json';
import { startRpcServer, type RpcServer } from './rpc-server';

const carriedOut: string[] = [];
let server: RpcServer;

beforeAll(async () => {
  server = await startRpcServer((method, params) => {
    if (method === 'missing') throw rpcError(METHOD_NOT_FOUND, 'Method not found', { method });
    if (method === 'broken') throw new TypeError('broken');
    carriedOut.push(method);
    return method === 'big' ? 18446744073709551615n : params;
  });
});
afterEach(() => {
  server.faults.clear();
  carriedOut.length = 0;
});
afterAll(() => server.stop());

const send = (body: string) => fetch(server.url, { method: 'POST', body });
const call = (method: string, id: unknown = 1) => ({ jsonrpc: '2.0', id, method, params: [1] });
const ask = async (body: unknown): Promise<unknown> => (await send(JSON.stringify(body))).json();

it('answers calls and batches of calls', async () => {
  expect(await ask(call('echo'))).toEqual({ jsonrpc: '2.0', id: 1, result: [1] });
  expect(await ask([call('echo', 'a'), call('missing', null)])).toEqual([
    { jsonrpc: '2.0', id: 'a', result: [1] },
    { jsonrpc: '2.0', id: null, error: { code: -32601, message: 'Method not found', data: { method: 'missing' } } },
  ]);
  expect(await ask(call('broken'))).toMatchObject({ error: { code: -32603, message: 'broken' } });
});

it('writes large integers as numbers', async () => {
  expect(await (await send(JSON.stringify(call('big')))).text()).toContain('"result":18446744073709551615}');
});

it.each([
  ['text that is not JSON', '{', -32700],
  ['an empty batch', '[]', -32600],
  ['a long batch', JSON.stringify(Array.from({ length: 101 }, () => call('echo'))), -32600],
  ['a call without a method', '{"jsonrpc":"2.0","id":1}', -32600],
  ['null', 'null', -32600],
  ['named parameters', '{"jsonrpc":"2.0","id":1,"method":"echo","params":{}}', -32600],
  ['an object as the ID', '{"jsonrpc":"2.0","id":{},"method":"echo"}', -32600],
])('refuses %s', async (_what, body, code) => {
  expect(await (await send(body)).json()).toMatchObject({ jsonrpc: '2.0', id: null, error: { code } });
  expect(carriedOut).toEqual([]);
});

it('bounds the body, and accepts POST alone', async () => {
  expect((await send(' '.repeat(1024 * 1024 + 1))).status).toBe(413);
  expect((await fetch(server.url)).status).toBe(405);
  expect((await fetch(server.url, { method: 'OPTIONS' })).headers.get('access-control-allow-origin')).toBe('*');
});

it('loses one answer after the call was carried out', async () => {
  server.faults.loseNextAnswer('echo');
  expect(await ask(call('other'))).toMatchObject({ result: [1] });
  await expect(ask(call('echo'))).rejects.toThrow();
  expect(await ask(call('echo'))).toMatchObject({ result: [1] });
  expect(carriedOut).toEqual(['other', 'echo', 'echo']);
});

it('hangs until the faults are cleared', async () => {
  server.faults.hang('echo');
  const before = server.faults.callsOf('echo');
  const hanging = ask(call('echo'));
  hanging.catch(() => undefined);
  while (server.faults.callsOf('echo') === before) await new Promise(setImmediate);
  expect(await ask(call('other'))).toMatchObject({ result: [1] });
  server.faults.clear();
  await expect(hanging).rejects.toThrow();
  expect(carriedOut).toEqual(['other']);
  expect(await ask(call('echo'))).toMatchObject({ result: [1] });
});

it('hangs once, before the call or after it was carried out', async () => {
  server.faults.hangNext('echo');
  server.faults.holdNextAnswer('other');
  const hanging = [ask(call('echo')), ask(call('other'))];
  for (const each of hanging) each.catch(() => undefined);
  while (!carriedOut.includes('other')) await new Promise(setImmediate);
  expect(await ask([call('echo'), call('other')])).toMatchObject([{ result: [1] }, { result: [1] }]);
  expect(carriedOut).toEqual(['other', 'echo', 'other']);
  server.faults.clear();
  for (const each of hanging) await expect(each).rejects.toThrow();
});

it('answers 500 to one method, or to all', async () => {
  server.faults.answer500('echo');
  expect((await send(JSON.stringify(call('echo')))).status).toBe(500);
  expect(await ask(call('other'))).toMatchObject({ result: [1] });
  server.faults.answer500();
  expect((await send(JSON.stringify(call('other')))).status).toBe(500);
  expect(carriedOut).toEqual(['other']);
});

it('lies about one method', async () => {
  server.faults.lie('echo', (truth, params) => ({ truth, params, lie: true }));
  expect(await ask(call('echo'))).toMatchObject({ result: { truth: [1], params: [1], lie: true } });
  server.faults.clear();
  expect(await ask(call('echo'))).toMatchObject({ result: [1] });
});

it('ends with calls that hang', async () => {
  const other = await startRpcServer(() => null);
  other.faults.hang();
  const hanging = fetch(other.url, { method: 'POST', body: JSON.stringify(call('echo')) });
  hanging.catch(() => undefined);
  while (other.faults.callsOf('echo') === 0) await new Promise(setImmediate);
  await other.stop();
  await expect(hanging).rejects.toThrow();
});
