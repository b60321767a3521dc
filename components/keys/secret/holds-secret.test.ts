import { expect, it } from 'vitest';
import { holdsSecret } from './holds-secret';

it.each([
  ['SVC_INFERENCE_KEY_abc', true],
  ['Admin\nSVC_INFERENCE_\nKEY_abc\nNever expires', true],
  ['SVC_INFERENCE_KEY_ab', false],
  ['Never expires', false],
  ['', false],
])('finds the secret in what was copied: %j is %s', (copied, whole) => {
  expect(holdsSecret(copied, 'SVC_INFERENCE_KEY_abc')).toBe(whole);
});
