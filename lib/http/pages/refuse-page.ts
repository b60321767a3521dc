import type { IncomingMessage } from 'node:http';
import { setHeader } from '../answer/header-list';
import { refuse, type Reply } from '../answer/reply';

/** The page is one sentence, so nothing may load or run in it. */
const POLICY = "default-src 'none'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'";

/**
 * The reply to a page request that is not rendered: a small page for browsers, our JSON for everything else (including
 * Next's background fetches, which then load the whole page).
 */
export function refusePage(thrown: unknown, { method, headers }: IncomingMessage): Reply {
  const reply = refuse(thrown, { method, isOwn: true });
  if (headers.rsc !== undefined || !headers.accept?.includes('text/html') || typeof reply.body !== 'string')
    return reply;
  const { error } = JSON.parse(reply.body) as { error?: unknown };
  setHeader(reply.headers, 'content-type', 'text/html; charset=utf-8');
  setHeader(reply.headers, 'content-security-policy', POLICY);
  return { ...reply, body: documentOf(reply.status, typeof error === 'string' ? error : 'Something went wrong.') };
}

function documentOf(status: number, sentence: string): string {
  const title = status === 429 ? 'Too many requests' : 'Page unavailable';
  return [
    '<!doctype html>',
    '<html lang="en"><head><meta charset="utf-8">',
    '<meta name="viewport" content="width=device-width, initial-scale=1">',
    `<title>${title} · Farebox</title></head>`,
    `<body><h1>${title}</h1><p>${escapeHtml(sentence)}</p></body></html>\n`,
  ].join('');
}

function escapeHtml(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;');
}
