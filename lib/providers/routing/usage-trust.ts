import type { ChatPart } from '../../core/chat';
import { DAY_MS } from '../../core/time';
import { clock } from '../../platform/clock';
import { log } from '../../platform/log';
import type { ChatCall } from '../spec';

/** Whether the usage reports of one upstream are used (docs/providers.md, "Usage reports"). */
export type UsageTrust = {
  /** Answers since `sinceMs` of which it reported more completion tokens than it was asked for. */
  overruns: number;
  sinceMs: number;
  /** Once false, it stays false as long as the process serves the upstream. */
  believed: boolean;
};

/** An upstream of which this many answers within a day were over the maximum is not believed any more. */
const OVERRUNS = 3;
/** Tokens per choice above the maximum that are no overrun: servers count end tokens and draft tokens differently. */
const TOLERATED = 8;

/** A new upstream is believed. */
export function newUsageTrust(): UsageTrust {
  return { overruns: 0, sinceMs: 0, believed: true };
}

/** The completion tokens of the last usage report so far. @param before those of the earlier parts; 0 if none */
export function lastReported(parts: readonly ChatPart[], before: number): number {
  let last = before;
  for (const part of parts) if (part.type === 'usage') last = part.usage.completionTokens;
  return last;
}

/** The parts without usage reports, so that the output is counted here. */
export function withoutUsage(parts: readonly ChatPart[]): ChatPart[] {
  return parts.filter(({ type }) => type !== 'usage');
}

/**
 * Records what an upstream has reported of one answer. When it stops being believed, the log says so, once.
 * @param upstream its names, and its trust, which is changed
 * @param reported completion tokens of all choices; 0 if it reported none
 */
export function noteReported(
  { provider, model, usage }: { provider: string; model: string; usage: UsageTrust },
  { maxTokens, choices }: Pick<ChatCall, 'maxTokens' | 'choices'>,
  reported: number,
): void {
  if (reported <= (maxTokens + TOLERATED) * choices || !usage.believed) return;
  const nowMs = clock.now();
  if (usage.overruns === 0 || nowMs - usage.sinceMs > DAY_MS) {
    usage.overruns = 0;
    usage.sinceMs = nowMs;
  }
  usage.overruns += 1;
  if (usage.overruns < OVERRUNS) return;
  usage.believed = false;
  const fields = { provider, model, reported, asked: maxTokens * choices, answers: usage.overruns };
  log.warn(fields, 'an upstream keeps reporting more completion tokens than it is asked for: its reports are ignored');
}
