/**
 * Whether a form may be closed. An answer that holds a secret comes once: whoever closes before it came has a key that
 * nobody knows.
 */
export function mayClose({ busy, secretAnswer }: { busy: boolean; secretAnswer: boolean }): boolean {
  return !(busy && secretAnswer);
}
