import type { MeasuredModels, UsedModels } from '../../lib/billing/contract';
import type { WireModel } from '../../lib/models/contract';
import { testCatalog } from '../../lib/models/test-catalog';
import { WHOLE_FILE, WHOLE_FILE_ENVIRONMENT } from '../../lib/models/test-whole-file';
import { toWireModel } from '../../lib/models/wire-model';

/** Well-known models: ID, name, description, context, and prices per million tokens. */
const KNOWN = [
  ['qwen3-235b', 'Qwen3 235B', 'Large open model with adjustable reasoning.', 262_144, 0.2, 0.6],
  ['gpt-oss-120b', 'GPT-OSS 120B', 'Open-weight reasoning model for agents and tools.', 131_072, 0.1, 0.5],
  ['mistral-small-24b', 'Mistral Small 24B', 'Fast general model that sees images.', 131_072, 0.05, 0.1],
  ['llama-3.3-70b', 'Llama 3.3 70B', 'Multilingual chat, tool use, and long documents.', 131_072, 0.13, 0.4],
  ['deepseek-v3', 'DeepSeek V3', 'Mixture of experts, strong at code and mathematics.', 163_840, 0.27, 1.1],
] as const;

/** A model of every type, as in the documentation. */
export function someModels(): WireModel[] {
  const models = testCatalog(WHOLE_FILE, {}, WHOLE_FILE_ENVIRONMENT).models.values();
  return [...models].map((model) => toWireModel(model, { owner: 'svc' }));
}

/** Models that people know, for pictures of the product. */
export function someKnownModels(): WireModel[] {
  const [model] = someModels();
  if (model?.type !== 'text') throw new Error('The documentation begins with a text model.');
  return KNOWN.map(([id, name, description, context, input, output], index) => {
    const { cache_input: _, extended: __, ...rest } = model.model_spec.pricing;
    const pricing = { ...rest, input: { usd: input, diem: input }, output: { usd: output, diem: output } };
    const traits = index === 0 ? ['default'] : [];
    const spec = { ...model.model_spec, name, description, traits, pricing, availableContextTokens: context };
    return { ...model, id, context_length: context, model_spec: spec };
  });
}

/** What was measured of some models, of each in another way. */
export function someFigures(models: readonly WireModel[] = someModels()): MeasuredModels {
  const measured = models.filter(({ type }) => ['text', 'image', 'embedding'].includes(type));
  return {
    models: measured.map(({ id, type }, index) => ({
      modelId: id,
      firstTokenMs: type === 'text' ? [310, 1_200, 240, 480, 790][index % 5]! : null,
      tokensPerSecond: type === 'text' ? [148, 31, 210, 96, 54][index % 5]! : null,
      durationMs: [2_400, 9_100, 45, 8_400, 3_300][index % 5]!,
      uptimePercent: [100, 97.5, 100, 99.5, 100][index % 5]!,
    })),
  };
}

/** How a visitor has used two of them. */
export function someUsedModels(): UsedModels {
  const figures = { firstTokenMs: 290, tokensPerSecond: 150, durationMs: 2_100, uptimePercent: 100 };
  const hourAgo = new Date(Date.now() - 3_600_000).toISOString();
  return {
    models: [
      { modelId: 'demo-text-s', requests: 318, lastUsedAt: hourAgo, figures },
      { modelId: 'demo-edit', requests: 4, lastUsedAt: hourAgo, figures: { ...figures, firstTokenMs: null } },
    ],
  };
}
