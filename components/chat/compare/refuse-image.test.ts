import { expect, it } from 'vitest';
import { refuseImage } from './refuse-image';

it('refuses requests for images, which would be paid for once per column', () => {
  expect(refuseImage('/image a red kite', [])).toContain('same image');
  expect(refuseImage('What does /image do?', [])).toBeNull();
});
