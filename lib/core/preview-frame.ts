/** The document of the frame that shows what a model has written as HTML (`public/preview.html`). */
export const PREVIEW_PATH = '/preview.html';

/**
 * What runs in it is not ours: it runs in an origin of its own, without forms, popups, and the page around it, and
 * nothing is loaded or sent. Where else it may navigate is the policy of the page around it, which has only frames of
 * this server.
 */
const POLICY = [
  'sandbox allow-scripts',
  "default-src 'none'",
  "script-src 'unsafe-inline'",
  "style-src 'unsafe-inline'",
  'img-src data: blob:',
  'font-src data:',
  'media-src data: blob:',
  "form-action 'none'",
  "base-uri 'none'",
  "frame-ancestors 'self'",
].join('; ');

/**
 * The headers that the document must have, whichever server sends it. The policy says nothing of WebRTC, which could
 * send what the document contains: `Connection-Allowlist` refuses that, too, in browsers that know it (Chromium).
 */
export const PREVIEW_HEADERS: Readonly<Record<string, string>> = {
  'content-security-policy': POLICY,
  'connection-allowlist': '()',
  // A stored one would keep its old policy.
  'cache-control': 'no-store',
  'x-frame-options': 'SAMEORIGIN',
  'x-content-type-options': 'nosniff',
  'referrer-policy': 'no-referrer',
  'x-dns-prefetch-control': 'off',
};
