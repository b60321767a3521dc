import { spawn } from 'node:child_process';
import { writeSync } from 'node:fs';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import { openDatabase } from '../../platform/db';
import type { ImageModel } from '../../providers/image-spec';
import { contextOf } from '../../accounts/test-context';
import { GenerateImageRequest } from '../contract';
import { runGeneration } from '../run-generation';
import { drawPlain, failsWith, serveImageModels } from './test-image-service';

/** What a process says: which request it begins, and what it got for it once it could send that to a caller. */
export type ImageMessage =
  { is: 'open' } | { is: 'asked'; requestId: string } | { is: 'answered'; requestId: string; drawn: number };

/** A separate process that draws images without end. */
export type ImageProcess = {
  messages: ImageMessage[];
  /** Resolves once there are so many messages; rejects if the process ends before. */
  waitForMessages(count: number): Promise<void>;
  /** SIGKILL. What was said until then is in `messages`. */
  kill(): Promise<void>;
};

type Order = { dataDir: string; accountId: string };

/** Requests that are under way at the same time. */
const LOOPS = 4;

/** Starts this file as a separate process on an embedded database, for one account. */
export function startImageProcess(order: Order): ImageProcess {
  const script = fileURLToPath(import.meta.url);
  const child = spawn(process.execPath, ['--import', 'tsx', script, JSON.stringify(order)], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const messages: ImageMessage[] = [];
  const reader = createInterface({ input: child.stdout });
  let hasEnded = false;
  let wake = (): void => undefined;
  reader.on('line', (line) => {
    // The log shares the output, and a kill may cut the last line.
    if (line.startsWith('> ') && line.endsWith(' <')) messages.push(JSON.parse(line.slice(2, -2)) as ImageMessage);
    wake();
  });
  const ended = new Promise<void>((done) => reader.once('close', done));
  void ended.then(() => {
    hasEnded = true;
    wake();
  });
  return {
    messages,
    waitForMessages: async (count) => {
      while (messages.length < count) {
        if (hasEnded) throw new Error(`The process ended after ${messages.length} messages.`);
        await new Promise<void>((resolve) => (wake = resolve));
      }
    },
    kill: () => {
      child.kill('SIGKILL');
      return ended;
    },
  };
}

/** Of the seeds, some draw, some fail, and some are refused. */
const moody: ImageModel = async (call) => {
  await new Promise((done) => setTimeout(done, Math.random() * 5));
  if (call.seed % 5 === 3) return failsWith('INVALID_REQUEST')(call);
  return call.seed % 5 === 4 ? { image: null } : drawPlain(call);
};

async function main({ dataDir, accountId }: Order): Promise<void> {
  await openDatabase({ dataDir });
  const { find } = serveImageModels({ moody });
  say({ is: 'open' });
  const loop = async () => {
    for (;;) {
      const body = GenerateImageRequest.parse({ model: 'moody', prompt: 'x', width: 8, height: 8, variants: 3 });
      const context = contextOf(accountId);
      const { requestId } = context;
      say({ is: 'asked', requestId });
      const images = await runGeneration(body, find('moody'), context).then(
        (generation) => generation.images,
        () => null,
      );
      if (images === null) continue;
      say({ is: 'answered', requestId, drawn: images.filter(({ outcome }) => outcome === 'drawn').length });
    }
  };
  await Promise.all(Array.from({ length: LOOPS }, loop));
}

/** Bypasses Node's buffers, so that a message is out exactly when its event has happened. */
function say(message: ImageMessage): void {
  writeSync(1, `> ${JSON.stringify(message)} <\n`);
}

const [script, order] = process.argv.slice(1);
if (script === fileURLToPath(import.meta.url) && order !== undefined) await main(JSON.parse(order) as Order);
