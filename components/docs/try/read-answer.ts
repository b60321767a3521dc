import { isRecord } from '@/lib/client/failure';
import type { RawAnswer } from '@/lib/client/send-raw';

/** The ends of the header names worth showing; the service's own name precedes them. */
const SHOWN = /^cf-ray$|-balance-(usd|diem)$|-model-id$|^x-ratelimit-remaining-requests$|^retry-after$/;

/** A response as the reference shows it: its content, its cost, and the concatenated text of a stream. */
export type ReadAnswer = {
  text: string;
  spoken: string | null;
  costUsd: number | null;
  headers: [name: string, value: string][];
};

/** Reads a response of any type; an incomplete one is read as far as possible. */
export function readAnswer({ type, text, headers }: Pick<RawAnswer, 'type' | 'text' | 'headers'>): ReadAnswer {
  const shown = headers.filter(([name]) => SHOWN.test(name));
  if (!type.startsWith('text/event-stream')) {
    const body = parsed(text);
    return {
      text: body === undefined ? text : JSON.stringify(body, null, 2),
      spoken: null,
      costUsd: costOf(body),
      headers: shown,
    };
  }
  const chunks = text.split('\n\n').flatMap((event) => {
    const chunk = event.startsWith('data: ') ? parsed(event.slice('data: '.length)) : undefined;
    return chunk === undefined ? [] : [chunk];
  });
  return {
    text,
    spoken: chunks.map(deltaOf).join(''),
    costUsd: chunks.map(costOf).find((cost) => cost !== null) ?? null,
    headers: shown,
  };
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text) as unknown;
  } catch {
    return undefined;
  }
}

function costOf(body: unknown): number | null {
  const cost = isRecord(body) && isRecord(body.cost) ? body.cost.usd : null;
  return typeof cost === 'number' ? cost : null;
}

function deltaOf(chunk: unknown): string {
  const choices = isRecord(chunk) && Array.isArray(chunk.choices) ? (chunk.choices as unknown[]) : [];
  const [first] = choices;
  const content = isRecord(first) && isRecord(first.delta) ? first.delta.content : null;
  return typeof content === 'string' ? content : '';
}
