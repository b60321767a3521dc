import type { CacheHint, ContentPart, TextPart } from '../../providers/spec';
import type { AnyPart } from '../request/message';

/** Message contents: conversion from the wire to the neutral layout, and their text for counting. */

type WireText = Extract<AnyPart, { type: 'text' }>;

/** Text of the wire: stays a list only if a part carries a cache hint. Parts are joined as separate lines. */
export function textContent(content: string | WireText[]): string | TextPart[] {
  return typeof content === 'string' ? content : plainest(content.map(toTextPart));
}

/** Text parts as one text if none of them carries a cache hint. */
export function plainest<P extends ContentPart>(parts: P[]): string | P[] {
  const isPlain = parts.every((part) => part.type === 'text' && part.cache === undefined);
  return isPlain ? parts.map((part) => (part.type === 'text' ? part.text : '')).join('\n') : parts;
}

/** A text part of the wire. */
export function toTextPart({ text, cache_control: hint }: WireText): TextPart {
  return { type: 'text', text, ...cacheOf(hint) };
}

/** A cache hint of the wire, as members to spread. */
export function cacheOf(hint: AnyPart['cache_control']): { cache?: CacheHint } {
  return hint ? { cache: hint.ttl == null ? {} : { ttl: hint.ttl } } : {};
}

/** The text of a content; media have none. */
export function textOf(content: string | ContentPart[] | null): string {
  if (content === null || typeof content === 'string') return content ?? '';
  return content.map((part) => (part.type === 'text' ? part.text : '')).join('\n');
}
