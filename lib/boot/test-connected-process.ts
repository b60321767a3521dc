/**
 * For tests: a process of its own that serves what is connected, like a server does, or that changes it. Started with an
 * IPC channel; it does one command after the other and answers each.
 */
import type { Command } from '../admin/commands';
import { perform } from '../admin/perform';
import { onConnectedChange } from '../connected/active';
import { catalog } from '../models/catalog';
import { openDatabase } from '../platform/db';
import { settings } from '../platform/env';
import { findProvider } from '../providers/registry';
import { assembleCatalog, loadConnected } from './assemble';
import { keepConnected } from './keep-connected';

/** The orders of a test. */
export type Order =
  | { do: 'serve' }
  /** Kills itself between the commit of a change and its reload. */
  | { do: 'dieAfterWriting' }
  | { do: 'perform'; command: Command }
  | { do: 'await'; model: string; isServed: boolean }
  | { do: 'stream'; model: string }
  | { do: 'models' };

/** What it answers: when it was done, and its result. */
export type Done = { atMs: number; result: unknown };

const CHECK_MS = 10;

async function carryOut(order: Order): Promise<unknown> {
  switch (order.do) {
    case 'serve':
      await loadConnected();
      await assembleCatalog(null);
      keepConnected();
      return null;
    case 'dieAfterWriting':
      onConnectedChange(() => {
        process.kill(process.pid, 'SIGKILL');
        return new Promise(() => undefined);
      });
      return null;
    case 'perform':
      return perform(order.command);
    case 'await':
      while (catalog().models.has(order.model) !== order.isServed) {
        await new Promise((resolve) => setTimeout(resolve, CHECK_MS));
      }
      return null;
    case 'stream':
      return stream(order.model);
    case 'models':
      return [...catalog().models.keys()];
  }
}

/** The whole text of a stream that begins now, or why it could not begin. */
async function stream(model: string): Promise<string> {
  const [upstream] = catalog().models.get(model)?.upstreams ?? [];
  const chat = findProvider(upstream?.provider ?? '')?.chat;
  if (!chat) return 'not served';
  let text = '';
  const { signal } = new AbortController();
  const call = { sampling: {}, maxTokens: 50, stop: [], choices: 1, extra: {}, signal };
  const messages = [{ role: 'user' as const, content: 'Hi' }];
  for await (const parts of chat({ model: upstream?.model ?? '', messages, ...call })) {
    for (const part of parts) if (part.type === 'text') text += part.text;
  }
  return text;
}

const { databaseUrl, dataDir } = settings();
const ready = openDatabase({ ...(databaseUrl !== undefined && { databaseUrl }), dataDir });
process.on('message', ({ id, order }: { id: number; order: Order }) => {
  void ready
    .then(() => carryOut(order))
    .then(
      (result) => process.send?.({ id, atMs: Date.now(), result }),
      (error: unknown) => process.send?.({ id, failure: String(error) }),
    );
});
