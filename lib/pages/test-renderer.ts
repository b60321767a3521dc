import { mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/**
 * For tests: a program that replaces the renderer, without Next. It responds with the request as JSON; `/crash` ends it
 * midway, `/silent` never responds, `/long` writes 3 MB, `/grow` makes it ask to be replaced.
 */
const SOURCE = `
import { createServer } from 'node:http';
process.on('disconnect', () => process.exit());
const server = createServer({ keepAliveTimeout: 0 }, (incoming, outgoing) => {
  const { url, method, headers } = incoming;
  if (url === '/crash') { outgoing.write('<p>'); return setTimeout(() => process.exit(7), 50); }
  if (url === '/crash-before') process.exit(7);
  if (url === '/silent') { incoming.once('close', () => (globalThis.disconnected = true)); return; }
  if (url === '/long') return outgoing.end('x'.repeat(3_000_000));
  if (url === '/grow') process.send({ grown: true });
  outgoing.setHeader('set-cookie', ['a=1', 'b=2']);
  outgoing.setHeader('content-type', 'application/json');
  const body = [];
  incoming.on('data', (chunk) => body.push(chunk));
  incoming.on('end', () => outgoing.end(JSON.stringify({
    pid: process.pid, url, method, headers, disconnected: globalThis.disconnected === true,
    environment: Object.keys(process.env), body: Buffer.concat(body).toString() })));
});
server.listen(process.argv.at(-1), () => process.send({ ready: true }));
`;

/** For tests: writes the program and returns its path. */
export function writeTestRenderer(source: string = SOURCE): string {
  const script = join(mkdtempSync(join(tmpdir(), 'farebox-renderer-')), 'renderer.mjs');
  writeFileSync(script, source);
  return script;
}
