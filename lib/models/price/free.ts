import { catalog } from '../catalog';
import { isOfType } from '../model';

/** Whether a free text model is served. */
export function servesFreeText(): boolean {
  for (const model of catalog().models.values()) {
    if (!isOfType(model, 'text')) continue;
    const { inputNanoUsd, outputNanoUsd } = model.price;
    if (inputNanoUsd === 0n && outputNanoUsd === 0n) return true;
  }
  return false;
}
