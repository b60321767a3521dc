import { expect, it } from 'vitest';
import { mapRefusal } from './map-error';

it('keeps the operator’s key out of the answer and the log', () => {
  const identity = { provider: 'lab', model: 'm', secrets: ['sk-operators-own', 'http://10.0.0.7:8000/v1'] };
  for (const status of [400, 401, 429, 500, 503, 504]) {
    const message = 'bad key sk-operators-own at http://10.0.0.7:8000/v1';
    const error = mapRefusal({ status, code: '', message }, identity);
    const cause = error.options.cause instanceof Error ? error.options.cause.message : '';
    expect(cause, String(status)).toContain(`lab answered ${status}`);
    expect(`${error.message} ${cause}`, String(status)).not.toMatch(/operators-own|10\.0\.0\.7/);
  }
});

it.each(['content_filter', 'content_policy_violation', 'ResponsibleAIPolicyViolation'])(
  'reports %s as a content refusal, whatever the status',
  (code) => {
    const identity = { provider: 'lab', model: 'm', secrets: [] };
    for (const status of [400, 500]) {
      const error = mapRefusal({ status, code, message: 'The prompt was filtered: how to …' }, identity);
      expect([error.code, error.status]).toEqual(['CONTENT_POLICY_VIOLATION', 422]);
      expect(error.message).not.toContain('how to');
    }
  },
);
