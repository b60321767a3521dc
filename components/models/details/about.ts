import type { WireModel } from '@/lib/models/contract';
import type { Detail } from './bounds';
import { makerOf } from './makers';
import { typeLabel } from './types';

/**
 * A model's properties besides its name, prices, and limits.
 * @param regionsEnforced whether the service refuses models outside their regions
 */
export function aboutOf(model: WireModel, regionsEnforced: boolean): Detail[] {
  const { model_spec: spec, created, discount_to_user: discount } = model;
  const quantization = model.type === 'text' ? model.model_spec.capabilities.quantization : 'not-available';
  return [
    detail('Type', typeLabel(model.type)),
    detail('Made by', makerOf(model)?.name ?? ''),
    detail(
      'Privacy',
      spec.privacy === 'private' ? 'private, stays on this service' : 'anonymized, runs on a third party',
    ),
    detail('Released', created === 0 ? '' : new Date(created * 1_000).toISOString().slice(0, 10)),
    detail('Weights', quantization === 'not-available' ? '' : quantization),
    detail('Also known as', spec.traits.join(', ')),
    detail('State', stateLabel(spec)),
    detail('Available in', regionsText(spec.regionRestrictions, regionsEnforced)),
    detail('Reseller discount', discount === undefined ? '' : `${Math.round(discount * 1_000) / 10}%`),
  ].filter(({ value }) => value !== '');
}

function regionsText(regions: string[] | undefined, enforced: boolean): string {
  return regions === undefined ? '' : `${regions.join(', ')}${enforced ? '' : ' (not enforced here)'}`;
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
