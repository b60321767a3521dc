import { expect, it } from 'vitest';
import { mayKeepAnswer } from './may-keep-answer';

it('is not with no-store, among whatever other directives', () => {
  for (const header of ['no-store', 'No-Store', 'no-cache, no-store', 'max-age=0 , no-store'])
    expect(mayKeepAnswer(header)).toBe(false);
  for (const header of [null, '', 'no-cache', 'max-age=0', 'no-storehouse']) expect(mayKeepAnswer(header)).toBe(true);
});
