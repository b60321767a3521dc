import { describe, expect, it } from 'vitest';
import { hideSecrets, scrubMessage } from './scrub';

const SECRETS = ['opaque-secret', 'http://gpu7.lab.example:8000/v1', 'gpu7.lab.example:8000', 'gpu7.lab.example'];

describe('scrubMessage', () => {
  it('keeps what helps the caller', () => {
    const message = "'temperature' must be between 0 and 2 (messages[0].content is fine).";
    expect(scrubMessage(message, SECRETS)).toBe(message);
  });

  it.each([
    ['the key', 'bad request with opaque-secret', 'opaque-secret'],
    ['text that looks like a key', 'bad value sk-proj-abcdef123456', 'abcdef123456'],
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
    'reveals nothing of the account: %s',
    (message) => expect(scrubMessage(message, SECRETS)).toBe('The model rejected the request.'),
  );

  it('limits the length', () => expect(scrubMessage('long '.repeat(1_000), []).length).toBeLessThan(410));
});

describe('hideSecrets', () => {
  const TOKEN = 'eyJhbGciOiJIUzI1NiJ9.eyJzdWIiOiIxIn0.dozjgNryP4J3jVmN';

  it.each([
    ['jane@corp.example, <joe+x@a-b.example.org>', '…, <…>'],
    ['*.gpu7.lab.internal:80, gpu-7.dev and my-localhost:80', '*.…, … and my-…'],
    ['key AKIAIOSFODNN7EXAMPLE is off', 'key … is off'],
    ['Credential=ASIAIOSFODNN7EXAMPLE/20260101', 'Credential=…/20260101'],
    [`bad token ${TOKEN}, try again`, 'bad token …, try again'],
    ['unsigned eyJhbGciOiJub25lIn0.eyJzdWIiOiIxIn0. came', 'unsigned … came'],
    ['cannot log in with password=hunter2,3;& as bob', 'cannot log in with password=… as bob'],
    ['DB_PASSWORD = hunter2', 'DB_PASSWORD = …'],
    ['passwd="two words" no', 'passwd=… no'],
    ["secret='two words' no", 'secret=… no'],
    ['client_secret=x1 aws_secret_access_key=x2 apiKey=x3', 'client_secret=… aws_secret_access_key=… apiKey=…'],
    ['token=x1 access_token=x2 x-amz-security-token=x3', 'token=… access_token=… x-amz-security-token=…'],
    ['{"password": "x y", "refreshToken":"z"}', '{"password": …, "refreshToken":…}'],
    [String.raw`"{\"secret\":\"x\",\"n\":1}"`, String.raw`"{\"secret\":…,\"n\":1}"`],
    [String.raw`{"password": "x\" y", "n": 1}`, '{"password": …, "n": 1}'],
    ['redis://:hunter2@cache/0 is away', '… is away'],
    ['authorization: Basic Ym9iOmh1bnRlcjI= no', '… no'],
    ['Set-Cookie: sid=abc; Path=/ no', 'Set-… no'],
    ['AIzaSyA-1234567890abcdef, ghp_0123456789abcdef', '…, …'],
    ['-----BEGIN PRIVATE KEY-----\nMIIE\n-----END PRIVATE KEY----- no', '… no'],
    ['cut off: -----BEGIN RSA PRIVATE KEY-----\nMIIE', 'cut off: …'],
    [`sha ${'0f'.repeat(32)} no`, 'sha … no'],
    ['AccountKey=abc==;x no', 'AccountKey=… no'],
    ['cut off: password="x y', 'cut off: password=…'],
    [`token="Bearer ${TOKEN}" no`, 'token=… no'],
  ])('%s', (message, hidden) => expect(hideSecrets(message, [])).toBe(hidden));

  it.each([
    'password must not be empty',
    'password: must not be empty',
    'max_tokens=5 is more than tokens=4',
    'eos_token=2, "stop_token": "x"',
    'Unexpected token < in JSON',
    'a secret is no secretary=Jane',
    '"token": 5',
    'eyJ',
    'eyJ. And eyJhbGciOiJIUzI1NiJ9',
    'AKIA and ASIA, AKIA1234',
    'hf_transfer and npm_config are ordinary',
    'cookies are not supported; authorization failed',
  ])('leaves %s', (message) => expect(hideSecrets(message, [])).toBe(message));

  it('reads only a limited part of a text', () => expect(hideSecrets('a '.repeat(100_000), [])).toHaveLength(1_599));
});
