/**
 * Whether a form may be closed. A response with a secret is only sent once: closing before it arrives creates a key
 * that nobody knows.
 */
export function mayClose({ busy, secretAnswer }: { busy: boolean; secretAnswer: boolean }): boolean {
  return !(busy && secretAnswer);
}
