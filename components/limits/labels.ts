import { formatCount } from '@/components/ui/show/count-text';
import type { RateLimitLog } from '@/lib/keys/contract';
import type { LimitLeft, LiveLimit, LiveLimits } from '@/lib/limits/contract';

/** The types of rows in the page's order, in plain words. Unknown types come last, under their own name. */
const TYPES: readonly (readonly [type: string, label: string])[] = [
  ['text', 'Text'],
  ['embedding', 'Embeddings'],
  ['image', 'Images'],
  ['inpaint', 'Image editing'],
  ['upscale', 'Upscaling'],
  ['tts', 'Speech'],
  ['asr', 'Transcription'],
  ['music', 'Music'],
  ['video', 'Video'],
];
const ENDPOINTS = ['endpoint', 'Endpoints'] as const;

/** The rows of one type. */
export type LimitGroup = { type: string; label: string; rows: LiveLimit[] };

/** Groups rows by type, in the page's order; no group is empty. */
export function groupLimits(rows: readonly LiveLimit[]): LimitGroup[] {
  const groups = new Map<string, LimitGroup>([...TYPES].map(([type, label]) => [type, { type, label, rows: [] }]));
  for (const row of rows) {
    const { type } = row;
    const group = groups.get(type) ?? { type, label: type === ENDPOINTS[0] ? ENDPOINTS[1] : type, rows: [] };
    group.rows.push(row);
    groups.set(type, group);
  }
  const found = [...groups.values()].filter((group) => group.rows.length > 0);
  return found.sort((left, right) => Number(left.type === ENDPOINTS[0]) - Number(right.type === ENDPOINTS[0]));
}

/** The rows whose name, ID, or type contains every search term. */
export function searchLimits(rows: readonly LiveLimit[], search: string): LiveLimit[] {
  const wanted = search.toLowerCase().split(/\s+/).filter(Boolean);
  if (wanted.length === 0) return [...rows];
  return rows.filter((row) => {
    const text = `${row.name} ${row.modelId} ${labelOf(row.type)}`.toLowerCase();
    return wanted.every((term) => text.includes(term));
  });
}

function labelOf(type: string): string {
  return [...TYPES, ENDPOINTS].find(([known]) => known === type)?.[1] ?? type;
}

/** The line under a row's name: its ID if that adds information, and the class that determines its limits. */
export function detailOf({ modelId, name, limitClass }: LiveLimit): string {
  const size = /^text_(\w+)$/.exec(limitClass)?.[1];
  return [subjectText(modelId) === name ? null : subjectText(modelId), size ? `class ${size}` : null]
    .filter((part) => part !== null)
    .join(' · ');
}

/** Model IDs unchanged, endpoints as paths: `endpoint:api/v1/api_keys` → `/api/v1/api_keys`. */
export function subjectText(modelId: string): string {
  return modelId.startsWith('endpoint:') ? `/${modelId.slice('endpoint:'.length)}` : modelId;
}

/** This fraction or less is shown as nearly used up. */
const LOW_SHARE = 0.2;

/** A limit bar's color: quiet until little is left. */
export function toneOf({ of, remaining }: LimitLeft): 'quiet' | 'warn' | 'stop' {
  if (remaining <= 0) return 'stop';
  return remaining <= of * LOW_SHARE ? 'warn' : 'quiet';
}

/** Which limit refused a request. `RPD` is reserved: no limit per day exists today. */
export const REFUSALS: Record<RateLimitLog['data'][number]['rateLimitType'], string> = {
  RPM: 'Requests per minute',
  TPM: 'Tokens per minute',
  RPD: 'Requests per day',
  FAILED_REQUESTS: 'Failed requests',
  UNSUPPORTED_FEATURE_REQUESTS: 'Unsupported features',
};

/** An account's tiers. */
export const TIERS: Record<LiveLimits['tier'], { label: string; sentence: string }> = {
  standard: { label: 'Standard', sentence: 'The usual limits per minute.' },
  partner: { label: 'Partner', sentence: 'Higher limits per minute for most models.' },
};

/** Why the numbers are incomplete; null if they are complete. */
export function countingNote({
  counting,
  exact,
  processes,
}: Pick<LiveLimits, 'counting' | 'exact' | 'processes'>): string | null {
  if (exact) return null;
  const each = `These figures are the share of one of ${formatCount(processes)} processes; the others may have more or less left.`;
  return counting === 'redis'
    ? `The shared counters cannot be reached, so each process enforces its own share. ${each}`
    : `Each process counts on its own and enforces its own share. ${each}`;
}
