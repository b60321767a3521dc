import { get } from 'node:http';
import { afterEach, expect, it } from 'vitest';
import { type Renderer, superviseRenderer } from './renderer';
import { writeTestRenderer } from './test-renderer';
import { warmRenderer } from './warm';

/** A program that returns for `/asked` the paths that it was asked for. */
const script = writeTestRenderer(`
import { createServer } from 'node:http';
process.on('disconnect', () => process.exit());
const asked = [];
createServer((incoming, outgoing) => {
  if (incoming.url === '/asked') return outgoing.end(JSON.stringify(asked));
  asked.push(incoming.url);
  outgoing.end('page');
}).listen(process.argv.at(-1), () => process.send({ ready: true }));
`);
let renderer: Renderer | null = null;
afterEach(async () => {
  await renderer?.close();
  renderer = null;
});

async function askedPaths(of: Renderer): Promise<unknown> {
  const { socketPath, agent, done } = await of.lease();
  const text = await new Promise<string>((resolve, reject) => {
    get({ socketPath, agent, path: '/asked' }, (response) => {
      let text = '';
      response.setEncoding('utf8').on('data', (chunk: string) => (text += chunk));
      response.once('end', () => resolve(text));
    }).once('error', reject);
  });
  done();
  return JSON.parse(text);
}

it('starts the renderer and renders the first pages before anyone asks', async () => {
  renderer = superviseRenderer({ script });
  await warmRenderer(renderer, () => true);
  expect(renderer.pid()).not.toBeNull();
  expect(await askedPaths(renderer)).toEqual(['/', '/sign-in', '/chat']);
});

it('waits while a request is in flight, also between pages', async () => {
  renderer = superviseRenderer({ script });
  // Busy, then idle for one page, and so on.
  const idle = [false, true, false, true, false, true];
  const pids: (number | null)[] = [];
  await warmRenderer(renderer, () => {
    pids.push(renderer?.pid() ?? null);
    return idle.shift() ?? true;
  });
  expect(pids.slice(0, 2)).toEqual([null, null]);
  expect(idle).toEqual([]);
  expect(await askedPaths(renderer)).toHaveLength(3);
});

it('ends quietly when the server closes, or the renderer does not start', async () => {
  renderer = superviseRenderer({ script });
  await renderer.close();
  await expect(warmRenderer(renderer, () => true)).resolves.toBeUndefined();
  renderer = superviseRenderer({ script: writeTestRenderer('process.exit(3)') });
  await expect(warmRenderer(renderer, () => true)).resolves.toBeUndefined();
});
