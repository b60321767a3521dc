import { catalog } from '../models/catalog';

/** The model of characters without one: the service's default; empty if no model is served. */
export function defaultModelId(): string {
  return catalog().traits.get('text')?.get('default') ?? '';
}

/** Ids of the models that are for Pro accounts only. */
export function proModelIds(): string[] {
  return [...catalog().models.values()].filter(({ proOnly }) => proOnly).map(({ id }) => id);
}
