import type { WireModel } from '@/lib/models/contract';
import type { Detail } from './bounds';
import { typeLabel } from './types';

/** A model's properties besides its name, prices, and limits. */
export function aboutOf(model: WireModel): Detail[] {
  const { model_spec: spec, created, discount_to_user: discount } = model;
  const quantization = model.type === 'text' ? model.model_spec.capabilities.quantization : 'not-available';
  return [
    detail('Type', typeLabel(model.type)),
    detail(
      'Privacy',
      spec.privacy === 'private' ? 'private, stays on this service' : 'anonymized, runs on a third party',
    ),
    detail('Released', created === 0 ? '' : new Date(created * 1_000).toISOString().slice(0, 10)),
    detail('Weights', quantization === 'not-available' ? '' : quantization),
    detail('Also known as', spec.traits.join(', ')),
    detail('State', stateLabel(spec)),
    detail('Available in', spec.regionRestrictions?.join(', ') ?? ''),
    detail('Reseller discount', discount === undefined ? '' : `${Math.round(discount * 1_000) / 10}%`),
  ].filter(({ value }) => value !== '');
}

/** The provider's page; null if unknown or not a web address. */
export function sourceOf({ model_spec: { modelSource } }: WireModel): string | null {
  return /^https?:\/\//i.test(modelSource) ? modelSource : null;
}

function stateLabel({ beta, betaModel, uncensored }: WireModel['model_spec']): string {
  return [beta ? 'in testing here' : '', betaModel ? 'a beta of its provider' : '', uncensored ? 'uncensored' : '']
    .filter(Boolean)
    .join(', ');
}

const detail = (term: string, value: string): Detail => ({ term, value });
