import type { FileKind } from '../child/jobs';
import { startsWith } from '../signature';

/** A file of a request. `type` and `name` were declared by its sender. */
export type AnyFile = { bytes: Uint8Array; type: string | null; name: string | null };

const HTML_TYPE = /^(text\/html|application\/xhtml\+xml)$/;
const HTML_NAME = /\.(html?|xhtml)$/i;
const HTML_BEGINNING = /^\s*(<!doctype html|<html[\s>])/i;
/** Types that say nothing. */
const UNKNOWN_TYPE = /^(application\/octet-stream|binary\/octet-stream|application\/unknown)$/;
/** How many bytes may precede the signature of a PDF. */
const PDF_SEARCH_BYTES = 1_024;

/** Identifies a file by its first bytes; by its type or name only if those are not conclusive. */
export function fileKind({ bytes, type, name }: AnyFile): FileKind {
  if (startsWith(bytes, '%PDF-')) return 'pdf';
  if (startsWith(bytes, 'PK\x03\x04') || startsWith(bytes, 'PK\x05\x06')) return 'archive';
  if (startsWith(bytes, '{\\rtf')) return 'rtf';
  if (startsWith(bytes, '\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1')) return 'ole';
  const beginning = Buffer.from(bytes.buffer, bytes.byteOffset, Math.min(bytes.byteLength, PDF_SEARCH_BYTES));
  const text = beginning.toString('latin1').replace(/^\xef\xbb\xbf/, '');
  // Elsewhere than at the beginning it may be part of a text about PDF.
  if ((type === 'application/pdf' || /\.pdf$/i.test(name ?? '')) && text.includes('%PDF-')) return 'pdf';
  return isHtml(type, name, text) ? 'html' : 'plain';
}

function isHtml(type: string | null, name: string | null, text: string): boolean {
  if ((type !== null && HTML_TYPE.test(type)) || HTML_NAME.test(name ?? '')) return true;
  const isUndeclared = (type === null || UNKNOWN_TYPE.test(type)) && !/\.[A-Za-z0-9]+$/.test(name ?? '');
  return isUndeclared && HTML_BEGINNING.test(text);
}
