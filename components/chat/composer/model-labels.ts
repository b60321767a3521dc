import { formatMoney } from '@/components/ui/show/money-text';
import type { TextWireModel } from '@/lib/models/contract';
import { nameOf } from '@/lib/client/models';

/**
 * The label of the chosen model.
 * @param pending the list is still loading, so the model is not known yet
 */
export function pickedName(
  value: TextWireModel | null,
  { pending, count, unknownId }: { pending: boolean; count: number; unknownId: string | null },
): string {
  if (value) return nameOf(value);
  if (pending) return 'Loading models';
  return unknownId === null || count === 0 ? 'No model' : `${unknownId} (unavailable)`;
}

/** Rounded token counts: `8K`, `131K`, `1M`. */
export function formatTokens(tokens: number): string {
  if (tokens >= 1_000_000) return `${trim(tokens / 1_000_000)}M`;
  return tokens >= 1_000 ? `${trim(tokens / 1_000)}K` : String(tokens);
}

const trim = (figure: number) => (figure < 10 ? figure.toFixed(1).replace(/\.0$/, '') : String(Math.round(figure)));

/** Prices per million input and output tokens: `$0.05 in, $0.10 out`. */
export function formatPrice({ model_spec: { pricing } }: TextWireModel): string {
  return `${priceText(pricing.input.usd)} in, ${priceText(pricing.output.usd)} out`;
}

const priceText = (usd: number) => formatMoney(usd, 'USD', { exact: true });

/** A one-word label for an ability beyond plain text. */
export type AbilityLabel = 'reasoning' | 'vision' | 'tools' | 'JSON' | 'code';

/** A model's abilities beyond plain text. */
export function abilitiesOf({ model_spec: { capabilities } }: TextWireModel): AbilityLabel[] {
  const labels: AbilityLabel[] = [];
  if (capabilities.supportsReasoning) labels.push('reasoning');
  if (capabilities.supportsVision) labels.push('vision');
  if (capabilities.supportsFunctionCalling) labels.push('tools');
  if (capabilities.supportsResponseSchema) labels.push('JSON');
  if (capabilities.optimizedForCode) labels.push('code');
  return labels;
}

/** Whether a model matches a search: its name or ID contains every term. */
export function matchesModel({ id, model_spec: { name } }: TextWireModel, query: string): boolean {
  const text = `${name} ${id}`.toLowerCase();
  return query
    .toLowerCase()
    .split(/\s+/)
    .every((term) => text.includes(term));
}

/** The maximum number of models that a sentence names. */
const NAMED = 3;

/** A sentence that names the models with an ability that the chosen one lacks. */
export function supportedBy(
  models: readonly TextWireModel[],
  can: (capabilities: TextWireModel['model_spec']['capabilities']) => boolean,
): string {
  const names = models.filter(({ model_spec: spec }) => can(spec.capabilities) && !spec.offline).map(nameOf);
  if (names.length === 0) return 'No available model does.';
  const more = names.length > NAMED ? `, and ${names.length - NAMED} more` : '';
  return `${names.length === 1 ? 'This one does' : 'These do'}: ${names.slice(0, NAMED).join(', ')}${more}.`;
}
