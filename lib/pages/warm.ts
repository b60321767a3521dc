/** Prepares the page renderer in the background, so that no visitor waits for its start or for a page's code. */
import { request } from 'node:http';
import { setTimeout as wait } from 'node:timers/promises';
import type { Visitor } from '../accounts/visitor';
import { findNotReady } from '../platform/database/failure';
import { log } from '../platform/log';
import type { Renderer, RendererLease } from './renderer';
import { encodeVisitor, VISITOR_HEADER } from './visitor';

/** The pages that people open first. Each is rendered once and discarded; together they load what all pages share. */
const PAGES: readonly { path: string; visitor: Visitor | null }[] = [
  { path: '/', visitor: null },
  { path: '/sign-in', visitor: null },
  // No account is needed: pages get their data from the API, in the browser.
  { path: '/chat', visitor: { accountId: 'warm-up', email: null, name: null, role: 'member' } },
];
/** How often to look whether the server is idle. */
const CHECK_MS = 250;

/**
 * Starts the renderer and renders some pages, one after another, each only while the server is idle. Visitors' pages
 * don't wait for it. Ends quietly if the renderer is closed or does not start: the next page then starts it.
 * @param isIdle whether no request is in flight
 */
export async function warmRenderer(renderer: Renderer, isIdle: () => boolean): Promise<void> {
  try {
    for (const page of PAGES) {
      while (!isIdle()) await wait(CHECK_MS, undefined, { ref: false });
      const lease = await renderer.lease();
      await renderOnce(page, lease).finally(lease.done);
    }
  } catch (error) {
    if (!findNotReady(error)) log.warn({ err: error }, 'the page renderer could not be warmed up');
  }
}

/** Renders a page as for a visitor and discards it. */
function renderOnce(
  { path, visitor }: (typeof PAGES)[number],
  { socketPath, agent, answered }: RendererLease,
): Promise<void> {
  const headers = { host: 'localhost', accept: 'text/html', [VISITOR_HEADER]: encodeVisitor({ visitor }) };
  return new Promise((resolve, reject) => {
    const outgoing = request({ socketPath, agent, path, headers }, (response) => {
      answered();
      response.resume().once('end', resolve).once('error', reject);
    });
    outgoing.once('error', reject);
    outgoing.end();
  });
}
