import { Braces, Brain, CodeXml, Eye, Globe, Wrench, type LucideIcon } from 'lucide-react';
import type { WireModel } from '@/lib/models/contract';
import type { ModelOf } from './types';

/** The abilities to filter models by, as named in the URL. */
export const ABILITY_KEYS = ['tools', 'schema', 'vision', 'reasoning', 'code', 'web'] as const;
/** One of these abilities. */
export type AbilityKey = (typeof ABILITY_KEYS)[number];

/** An ability with its label and icon. */
export type Ability = { key: AbilityKey; label: string; icon: LucideIcon };

const ABILITIES: Record<AbilityKey, Omit<Ability, 'key'>> = {
  tools: { label: 'Tools', icon: Wrench },
  schema: { label: 'Structured output', icon: Braces },
  vision: { label: 'Vision', icon: Eye },
  reasoning: { label: 'Reasoning', icon: Brain },
  code: { label: 'Code', icon: CodeXml },
  web: { label: 'Web search', icon: Globe },
};

/** An ability's label and icon. */
export const abilityOf = (key: AbilityKey): Ability => ({ key, ...ABILITIES[key] });

/** A model's abilities that can be filtered by. */
export function abilitiesOf(model: WireModel): Ability[] {
  return ABILITY_KEYS.filter((key) => has(model, key)).map(abilityOf);
}

/** Whether a model has an ability. */
export function has(model: WireModel, key: AbilityKey): boolean {
  if (model.type === 'image') return key === 'web' && model.model_spec.supportsWebSearch;
  if (model.type !== 'text') return false;
  const { capabilities } = model.model_spec;
  switch (key) {
    case 'tools':
      return capabilities.supportsFunctionCalling;
    case 'schema':
      return capabilities.supportsResponseSchema;
    case 'vision':
      return capabilities.supportsVision;
    case 'reasoning':
      return capabilities.supportsReasoning;
    case 'code':
      return capabilities.optimizedForCode;
    case 'web':
      return capabilities.supportsWebSearch;
  }
}

/** Everything that a text model supports, and what it does not, in words (docs/api-rules.md, "Text abilities"). */
export function sortedAbilities({ model_spec: { capabilities } }: ModelOf<'text'>): {
  can: string[];
  cannot: string[];
} {
  const { maxImages, maxVideos, reasoningEffortOptions } = capabilities;
  const most = (label: string, count: number | undefined) => (count ? `${label}, up to ${count}` : label);
  const all: [has: boolean, label: string][] = [
    [capabilities.supportsFunctionCalling, 'Tools'],
    [capabilities.supportsResponseSchema, 'Structured output'],
    [capabilities.supportsReasoning, 'Reasoning'],
    [
      capabilities.supportsReasoningEffort,
      reasoningEffortOptions ? `Reasoning effort: ${reasoningEffortOptions.join(', ')}` : 'Reasoning effort',
    ],
    [capabilities.supportsVision, 'Vision'],
    [capabilities.supportsMultipleImages, most('Multiple images', maxImages)],
    [capabilities.supportsVideoInput, most('Video input', maxVideos)],
    [capabilities.supportsAudioInput, 'Audio input'],
    [capabilities.supportsWebSearch, 'Web search'],
    [capabilities.supportsXSearch, 'X search'],
    [capabilities.optimizedForCode, 'Optimized for code'],
    [capabilities.supportsLogProbs, 'Log probabilities'],
    [capabilities.supportsTeeAttestation, 'TEE attestation'],
    [capabilities.supportsE2EE, 'End-to-end encryption'],
  ];
  const labelsWhere = (wanted: boolean) => all.flatMap(([can, label]) => (can === wanted ? [label] : []));
  return { can: labelsWhere(true), cannot: labelsWhere(false) };
}
