import { catalogue } from '../models/catalogue';

/** The model of characters that name none: the service's default one; empty where nothing is served. */
export function defaultModelId(): string {
  return catalogue().traits.get('text')?.get('default') ?? '';
}

/** Models that are for Pro accounts alone. */
export function proModelIds(): string[] {
  return [...catalogue().models.values()].filter(({ proOnly }) => proOnly).map(({ id }) => id);
}
