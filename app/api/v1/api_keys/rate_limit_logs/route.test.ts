import { expect, it } from 'vitest';
import { GET as GET_LOG } from '../rate_limits/log/route';
import { GET } from './route';

// Its response is tested with the other path.
it('is the log of /api_keys/rate_limits/log under its second path', () => {
  expect(GET.declaration.auth).toBe('admin');
  expect(GET.declaration.describe?.answer).toBe(GET_LOG.declaration.describe?.answer);
});
