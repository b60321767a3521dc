import type { AuditResult } from '../types';

/** Milliseconds for people; a dash for what is not known. */
export function ms(value: number): string {
  return Number.isFinite(value) ? `${value.toFixed(2)} ms` : '–';
}

/** A figure with so many digits behind the point; a dash for what is not known. */
export function figure(value: number, digits = 0): string {
  if (!Number.isFinite(value)) return '–';
  return value.toLocaleString('en-US', { minimumFractionDigits: digits, maximumFractionDigits: digits });
}

/** The audit in one sentence. */
export function auditSummary(
  subject: string,
  { ok, requests, upstreamUsd, chargedUsd, balanceDropUsd, words }: AuditResult,
): string {
  const verdict = ok ? 'the money adds up' : 'THE MONEY DOES NOT ADD UP';
  const sums = `${requests} answers worth ${upstreamUsd} USD, ${chargedUsd} charged, balance down by ${balanceDropUsd}`;
  return `${subject}: ${verdict}: ${sums}. ${words}`;
}
