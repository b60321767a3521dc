/** The document of the frame that shows what a model has written (`public/preview.html`). Its scripts do not run. */
export const PREVIEW_PATH = '/preview.html';

/** The same document, in which scripts run (`public/preview-scripts.html`). */
export const SCRIPTED_PREVIEW_PATH = '/preview-scripts.html';

/** The script of both documents, which receives what is shown. */
const RECEIVER = "'sha256-4oAmkLoF5WqhLRTqOyZ2FG/lTE7tRoi8x97VeJQpfng='";

/**
 * What is shown is not ours: it is in an origin of its own, without forms, popups, and the page around it, and nothing is
 * loaded or sent. Where else it may navigate is the policy of the page around it, which has only frames of this server.
 * @param scripts what of it may run
 */
const policyFor = (scripts: string) =>
  [
    'sandbox allow-scripts',
    "default-src 'none'",
    `script-src ${scripts}`,
    "style-src 'unsafe-inline'",
    'img-src data: blob:',
    'font-src data:',
    'media-src data: blob:',
    "form-action 'none'",
    "base-uri 'none'",
    "frame-ancestors 'self'",
  ].join('; ');

/**
 * The policy says nothing of WebRTC, with which a script could send what the document contains: `Connection-Allowlist`
 * refuses that, too, in browsers that know it (Chromium).
 */
const headersFor = (scripts: string): Readonly<Record<string, string>> => ({
  'content-security-policy': policyFor(scripts),
  'connection-allowlist': '()',
  // A stored one would keep its old policy.
  'cache-control': 'no-store',
  'x-frame-options': 'SAMEORIGIN',
  'x-content-type-options': 'nosniff',
  'referrer-policy': 'no-referrer',
  'x-dns-prefetch-control': 'off',
});

const HEADERS = new Map([
  [PREVIEW_PATH, headersFor(RECEIVER)],
  [SCRIPTED_PREVIEW_PATH, headersFor("'unsafe-inline'")],
]);

/** The headers that a preview document must have, whichever server sends it; undefined for any other path. */
export function previewHeaders(path: string): Readonly<Record<string, string>> | undefined {
  return HEADERS.get(path);
}
