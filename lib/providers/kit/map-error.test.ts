import { expect, it } from 'vitest';
import { mapRefusal } from './map-error';

it('keeps the operator’s key out of the answer and out of what the log gets', () => {
  const identity = { provider: 'lab', model: 'm', secrets: ['sk-operators-own', 'http://10.0.0.7:8000/v1'] };
  for (const status of [400, 401, 429, 500, 503, 504]) {
    const message = 'bad key sk-operators-own at http://10.0.0.7:8000/v1';
    const error = mapRefusal({ status, code: '', message }, identity);
    const cause = error.options.cause instanceof Error ? error.options.cause.message : '';
    expect(cause, String(status)).toContain(`lab answered ${status}`);
    expect(`${error.message} ${cause}`, String(status)).not.toMatch(/operators-own|10\.0\.0\.7/);
  }
});
