import type { WireModel } from '@/lib/models/contract';

/** A model's announced removal: its last day, its replacement, and all of it as a sentence. */
export type Deprecation = { day: string; removesAt: string; replacement: string | null; sentence: string };

/** Describes a model's announced removal (docs/api-rules.md, "Deprecation"); null if none is announced. */
export function deprecationOf({ model_spec: { deprecation } }: WireModel): Deprecation | null {
  if (!deprecation) return null;
  const { removesAt, replacementModelId: replacement = null, autoRemap } = deprecation;
  const [day = '', time = ''] = removesAt.split('T');
  const afterward =
    replacement === null
      ? 'There is no replacement; requests will then be refused.'
      : autoRemap
        ? `Requests will then run on ${replacement}, at its price.`
        : `Use ${replacement} instead; requests will then be refused.`;
  return {
    day,
    removesAt,
    replacement,
    sentence: `Available until ${day} ${time.slice(0, '00:00'.length)} UTC. ${afterward}`,
  };
}
