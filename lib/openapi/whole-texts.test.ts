import { expect, it } from 'vitest';
import { describedRoutes } from '@/app/api/described-routes';
import { holdClock } from '../limits/testing/test-clock';
import { serveWholeReference } from './whole-texts';

it('an address gets the whole reference sixty times a minute, in all its formats together', async () => {
  const client = { address: '192.0.2.60', direct: true };
  await holdClock(async () => {
    for (let n = 0; n < 60; n += 1) {
      const { text } = await serveWholeReference(describedRoutes, n % 2 === 0 ? 'markdown' : 'yaml', client);
      expect(text.length).toBeGreaterThan(10_000);
    }
    expect(() => serveWholeReference(describedRoutes, 'json', client)).toThrow(
      expect.objectContaining({ code: 'RATE_LIMIT_EXCEEDED' }),
    );
  });
  const other = { address: '192.0.2.61', direct: true };
  expect((await serveWholeReference(describedRoutes, 'json', other)).text).toContain('"openapi"');
});
