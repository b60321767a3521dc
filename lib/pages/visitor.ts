import { findVisitor, type Visitor } from '../accounts/visitor';
import { findNotReady } from '../platform/database/failure';
import { isRendererProcess } from './renderer-process';

/**
 * The header in which the API process passes the visitor of a page to the renderer. The value is replaced on every
 * request, so no client can set it; it is only read in the renderer process.
 */
export const VISITOR_HEADER = 'x-farebox-visitor';

/** The header's content: `visitor` is null for a signed-out visitor, absent while the database is unavailable. */
type Passed = { visitor?: Visitor | null };

/** The value of `VISITOR_HEADER`: base64url of JSON, because names and email addresses are not ASCII. */
export function encodeVisitor(passed: Passed): string {
  return Buffer.from(JSON.stringify(passed)).toString('base64url');
}

/**
 * Resolves the visitor of a page request, in the API process.
 * @param cookieHeader the request's `cookie` header
 * @param address the client's
 * @throws ApiError RATE_LIMIT_EXCEEDED like `readSession`
 * @returns `visitor` is absent while the database is unavailable: the page then shows its own error
 */
export async function resolveVisitor(cookieHeader: string | null, address: string): Promise<Passed> {
  try {
    return { visitor: await findVisitor(cookieHeader, address) };
  } catch (error) {
    if (findNotReady(error)) return {};
    throw error;
  }
}

/**
 * The signed-in visitor of a page, or null. Pages import only this file of the server. In the renderer process the API
 * process has resolved it; elsewhere (`next dev`, `next start`) it is looked up here.
 * @param headers the page's request headers
 * @throws Error while the database is unavailable
 */
export async function visitorOfPage(headers: Pick<Headers, 'get'>): Promise<Visitor | null> {
  if (!isRendererProcess()) return findVisitor(headers.get('cookie'));
  const value = headers.get(VISITOR_HEADER);
  // A request that did not come from the API process must not show any account's data.
  if (!value) return null;
  // Written by our own API process.
  const { visitor } = JSON.parse(Buffer.from(value, 'base64url').toString()) as Passed;
  if (visitor === undefined) throw new Error('The database is unavailable, so the visitor of this page is unknown.');
  return visitor;
}
