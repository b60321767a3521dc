import { describe, expect, it } from 'vitest';
import { scrubMessage } from './scrub';

const SECRETS = ['opaque-secret', 'http://gpu7.lab.example:8000/v1', 'gpu7.lab.example:8000', 'gpu7.lab.example'];

describe('scrubMessage', () => {
  it('keeps what helps the caller', () => {
    const message = "'temperature' must be between 0 and 2 (messages[0].content is fine).";
    expect(scrubMessage(message, SECRETS)).toBe(message);
  });

  it.each([
    ['the key', 'bad request with opaque-secret', 'opaque-secret'],
    ['a key like form', 'bad value sk-proj-abcdef123456', 'abcdef123456'],
    ['the address', 'see http://gpu7.lab.example:8000/v1/docs', 'gpu7'],
    ['the host', 'gpu7.lab.example said no', 'gpu7'],
    ['an IPv4 address', 'from 10.0.0.7:8000 came no', '10.0.0.7'],
    ['an IPv6 address', 'from [fe80:0:0:1::7]:8000 came no', 'fe80'],
    ['a mail address', 'ask jane@corp.example for it', 'jane'],
  ])('removes %s', (_, message, secret) => {
    const scrubbed = scrubMessage(message, SECRETS);
    expect(scrubbed).not.toContain(secret);
    expect(scrubbed).not.toBe('');
  });

  it.each(['Your account is not active', 'You exceeded your current quota', 'Organization acme has no access', ''])(
    'says nothing of the account: %s',
    (message) => expect(scrubMessage(message, SECRETS)).toBe('The model rejected the request.'),
  );

  it('bounds the length', () => expect(scrubMessage('long '.repeat(1_000), []).length).toBeLessThan(410));
});
