import type { WireModel } from '@/lib/models/contract';
import type { Fact } from './bounds';
import { typeWords } from './types';

/** What a model is, beside its name, its prices and its bounds. */
export function aboutOf(model: WireModel): Fact[] {
  const { model_spec: spec, created, discount_to_user: discount } = model;
  const quantization = model.type === 'text' ? model.model_spec.capabilities.quantization : 'not-available';
  return [
    fact('Type', typeWords(model.type)),
    fact(
      'Privacy',
      spec.privacy === 'private' ? 'private, stays on this service' : 'anonymized, runs on a third party',
    ),
    fact('Released', created === 0 ? '' : new Date(created * 1_000).toISOString().slice(0, 10)),
    fact('Weights', quantization === 'not-available' ? '' : quantization),
    fact('Also known as', spec.traits.join(', ')),
    fact('State', stateWords(spec)),
    fact('Available in', spec.regionRestrictions?.join(', ') ?? ''),
    fact('Reseller discount', discount === undefined ? '' : `${Math.round(discount * 1_000) / 10} %`),
  ].filter(({ value }) => value !== '');
}

/** The maker's page; null where it is unknown or no address of the web. */
export function sourceOf({ model_spec: { modelSource } }: WireModel): string | null {
  return /^https?:\/\//i.test(modelSource) ? modelSource : null;
}

function stateWords({ beta, betaModel, uncensored }: WireModel['model_spec']): string {
  return [beta ? 'in testing here' : '', betaModel ? 'a beta of its provider' : '', uncensored ? 'uncensored' : '']
    .filter(Boolean)
    .join(', ');
}

const fact = (term: string, value: string): Fact => ({ term, value });
