import type { AuditResult } from '../types';

/** Formatted milliseconds; a dash if unknown. */
export function ms(value: number): string {
  return Number.isFinite(value) ? `${value.toFixed(2)} ms` : '–';
}

/** A number with this many decimals; a dash if unknown. */
export function figure(value: number, digits = 0): string {
  if (!Number.isFinite(value)) return '–';
  return value.toLocaleString('en-US', { minimumFractionDigits: digits, maximumFractionDigits: digits });
}

/** The audit in one sentence. */
export function auditSummary(
  subject: string,
  { ok, requests, upstreamUsd, chargedUsd, balanceDropUsd, summary }: AuditResult,
): string {
  const verdict = ok ? 'the amounts match' : 'THE AMOUNTS DO NOT MATCH';
  const sums = `${requests} answers worth ${upstreamUsd} USD, ${chargedUsd} USD charged, balance down by ${balanceDropUsd} USD`;
  return `${subject}: ${verdict}: ${sums}. ${summary}`;
}
