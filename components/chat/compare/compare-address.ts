/** The query parameter of an existing comparison: the ID of its first chat. */
export const COMPARED_IN_ADDRESS = 'id';
/** The query parameter of a new comparison: the IDs of its models, separated by commas. */
export const MODELS_IN_ADDRESS = 'models';

/** The URL of a comparison. @param leadId the ID of its first chat */
export function compareAddress(leadId: string): string {
  return `/chat/compare?${COMPARED_IN_ADDRESS}=${encodeURIComponent(leadId)}`;
}

/** The URL of a new comparison that starts with a model. */
export function newCompareAddress(modelId: string | null): string {
  return modelId === null ? '/chat/compare' : `/chat/compare?${MODELS_IN_ADDRESS}=${encodeURIComponent(modelId)}`;
}
