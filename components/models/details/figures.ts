import { formatCount } from '@/components/ui/show/count-text';
import { SECOND_MS } from '@/lib/core/time';
import type { ModelFigures, UsedModel } from '@/lib/billing/contract';

/** A figure of a model, and whether it was measured in the visitor's own requests alone. */
export type Figure = { value: number; own: boolean };

/** The measured figures of a model, as far as there are any, and how the visitor has used it. */
export type Measured = { [name in keyof ModelFigures]: Figure | null } & { used: UsedModel | null };

/** By model ID. */
export type MeasuredByModel = ReadonlyMap<string, Measured>;

/** Nothing measured. */
export const UNMEASURED: Measured = {
  firstTokenMs: null,
  tokensPerSecond: null,
  durationMs: null,
  uptimePercent: null,
  used: null,
};

/**
 * Joins what was measured over all accounts with the visitor's own figures, which stand in where there is no figure of
 * all.
 */
export function joinFigures(
  all: readonly ({ modelId: string } & ModelFigures)[],
  used: readonly UsedModel[],
): MeasuredByModel {
  const joined = new Map<string, Measured>();
  for (const figures of all) joined.set(figures.modelId, pick(figures, null));
  for (const own of used) {
    const ofAll = all.find(({ modelId }) => modelId === own.modelId);
    joined.set(own.modelId, pick(ofAll ?? null, own));
  }
  return joined;
}

function pick(all: ModelFigures | null, used: UsedModel | null): Measured {
  const figure = (name: keyof ModelFigures): Figure | null => {
    const ofAll = all?.[name] ?? null;
    if (ofAll !== null) return { value: ofAll, own: false };
    const own = used?.figures[name] ?? null;
    return own === null ? null : { value: own, own: true };
  };
  return {
    firstTokenMs: figure('firstTokenMs'),
    tokensPerSecond: figure('tokensPerSecond'),
    durationMs: figure('durationMs'),
    uptimePercent: figure('uptimePercent'),
    used,
  };
}

/** `0.31 s`, `4.2 s`, `120 s`: two digits, as measured. */
export function formatSeconds(ms: number): string {
  return `${Number((ms / SECOND_MS).toPrecision(2))} s`;
}

/** `48 tok/s`. */
export const formatSpeed = (tokensPerSecond: number): string =>
  `${formatCount(Number(tokensPerSecond.toPrecision(2)))} tok/s`;

/** `99.5%`. */
export const formatUptime = (percent: number): string => `${percent}%`;
