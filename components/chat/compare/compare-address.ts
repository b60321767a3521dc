/** Of a comparison that was begun: the id of its first chat. */
export const COMPARED_IN_ADDRESS = 'id';
/** Of a new one: the ids of its models, with commas between. */
export const MODELS_IN_ADDRESS = 'models';

/** The address of a comparison. @param leadId the id of its first chat */
export function compareAddress(leadId: string): string {
  return `/chat/compare?${COMPARED_IN_ADDRESS}=${encodeURIComponent(leadId)}`;
}

/** The address of a new comparison that begins with a model. */
export function newCompareAddress(modelId: string | null): string {
  return modelId === null ? '/chat/compare' : `/chat/compare?${MODELS_IN_ADDRESS}=${encodeURIComponent(modelId)}`;
}
