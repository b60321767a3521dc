import { NextResponse, type NextRequest } from 'next/server';
import { PAGE_METADATA } from './components/frame/page-metadata';
import { TOAST_STYLE_HASHES } from './components/ui/toast/toast-style';
import { previewHeaders } from './lib/core/preview-frame';
import { settings } from './lib/platform/env';

/**
 * The security headers of every page, and what pages need to know about the request. Next reads the nonce from the
 * policy in the request headers and adds it to its own scripts; therefore every page is rendered per request.
 */
export function proxy(request: NextRequest): NextResponse {
  const preview = previewHeaders(request.nextUrl.pathname);
  if (preview) return previewFrame(preview);
  const { production, serviceId, publicOrigin, countryHeader, localChains } = settings();
  const nonce = Buffer.from(crypto.getRandomValues(new Uint8Array(16))).toString('base64');
  const policy = pagePolicy(nonce, production);

  const facts = new Headers(request.headers);
  facts.set('content-security-policy', policy);
  facts.set(PAGE_METADATA.nonce, nonce);
  facts.set(PAGE_METADATA.serviceId, serviceId);
  facts.set(PAGE_METADATA.publicOrigin, publicOrigin);
  facts.set(PAGE_METADATA.regions, countryHeader === undefined ? 'shown' : 'enforced');
  facts.set(PAGE_METADATA.money, localChains ? 'test' : 'real');
  facts.set(PAGE_METADATA.path, request.nextUrl.pathname + request.nextUrl.search);

  const answer = NextResponse.next({ request: { headers: facts } });
  answer.headers.set('content-security-policy', policy);
  for (const [name, value] of Object.entries(PAGE_HEADERS)) answer.headers.set(name, value);
  if (request.nextUrl.pathname.startsWith(SHARED_CHATS)) {
    for (const [name, value] of Object.entries(SHARED_CHAT_HEADERS)) answer.headers.set(name, value);
  }
  return answer;
}

/** Pages whose addresses are secret: no search engine lists them, and no site that they link to learns them. */
const SHARED_CHATS = '/shared/';
const SHARED_CHAT_HEADERS = { 'x-robots-tag': 'noindex, nofollow, noarchive', 'referrer-policy': 'no-referrer' };

/** The production server sends it itself, with the same headers. */
function previewFrame(headers: Readonly<Record<string, string>>): NextResponse {
  const answer = NextResponse.next();
  for (const [name, value] of Object.entries(headers)) answer.headers.set(name, value);
  return answer;
}

/** Pages only: not the API, not build output, not the files of `public/`. */
export const config = { matcher: '/((?!api(?:/|$)|_next/static/|_next/image|icon\\.svg|robots\\.txt|styles/).*)' };

const PAGE_HEADERS = {
  'x-content-type-options': 'nosniff',
  'referrer-policy': 'strict-origin-when-cross-origin',
  'permissions-policy': 'camera=(), microphone=(), geolocation=(), payment=(), usb=(), browsing-topics=()',
  'cross-origin-opener-policy': 'same-origin',
  'x-frame-options': 'DENY',
};

/**
 * Scripts run by nonce only. Style sheets are allowed from files, by nonce, or by hash for those of the toasts; style
 * *attributes* stay allowed, because they position popups and color highlighted code on the server. Development adds
 * what React's debugging (eval) and hot reloading (inline style sheets) need.
 */
function pagePolicy(nonce: string, production: boolean): string {
  const styles = production
    ? [`'nonce-${nonce}'`, ...TOAST_STYLE_HASHES.map((hash) => `'${hash}'`)]
    : ["'unsafe-inline'"];
  return [
    "default-src 'self'",
    `script-src 'self' 'nonce-${nonce}' 'strict-dynamic'${production ? '' : " 'unsafe-eval'"}`,
    `style-src 'self' ${styles.join(' ')}`,
    `style-src-elem 'self' ${styles.join(' ')}`,
    "style-src-attr 'unsafe-inline'",
    "img-src 'self' data: blob:",
    "connect-src 'self'",
    "font-src 'self'",
    "object-src 'none'",
    "base-uri 'self'",
    "form-action 'self'",
    "frame-ancestors 'none'",
  ].join('; ');
}
