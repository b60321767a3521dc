import { catalog } from '../models/catalog';

/** The model of characters that name none: the service's default one; empty where nothing is served. */
export function defaultModelId(): string {
  return catalog().traits.get('text')?.get('default') ?? '';
}

/** Models that are for Pro accounts alone. */
export function proModelIds(): string[] {
  return [...catalog().models.values()].filter(({ proOnly }) => proOnly).map(({ id }) => id);
}
