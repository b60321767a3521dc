import { homedir } from 'node:os';
import { join, resolve } from 'node:path';
import { describe, expect, it } from 'vitest';
import { MAX_NANO_USD } from '../core/money';
import { readSettings } from './env';

const STAKING = '0x833589fCD6eDb6E08f4c7C32D4f71b54bdA02913';

const messageOf = (source: Record<string, string>): string => {
  try {
    readSettings(source);
  } catch (error) {
    if (error instanceof Error && error.name === 'SettingsError') return error.message;
    throw error;
  }
  return '';
};

describe('defaults', () => {
  it('need no variables', () => {
    expect(readSettings({})).toMatchObject({
      host: '127.0.0.1',
      port: 3000,
      publicOrigin: 'http://localhost:3000',
      allowedHosts: [],
      dataDir: resolve('data'),
      hfEndpoint: 'https://huggingface.co',
      serviceId: 'svc',
      serviceOwner: 'svc',
      signUp: 'open',
      welcomeCreditNanoUsd: 1_000_000_000n,
      priceMarkup: '1',
      failedRequestGuard: true,
      logLevel: 'info',
      loopback: true,
      siwxDomains: [],
      production: false,
    });
    expect(readSettings({}).trustProxy).toBeUndefined();
    expect(readSettings({}).diemStakingAddress).toBeUndefined();
    expect(readSettings({}).diemRpcUrl).toBeUndefined();
    expect(readSettings({}).embeddedModels).toBeUndefined();
  });

  it.each(['0.0.0.0', '::', '192.168.1.5', 'ai.example.com'])('close sign-up and give no credit on %s', (HOST) => {
    expect(readSettings({ HOST })).toMatchObject({ loopback: false, signUp: 'closed', welcomeCreditNanoUsd: 0n });
  });

  it.each(['127.0.0.1', '127.8.9.1', '::1', 'localhost'])('open sign-up on %s', (HOST) => {
    expect(readSettings({ HOST })).toMatchObject({ loopback: true, signUp: 'open' });
  });

  it.each([{ PUBLIC_ORIGIN: 'https://ai.example.com' }, { TRUST_PROXY: '1' }])(
    'close sign-up and give no credit when a proxy publishes the machine: %j',
    (published) => {
      const closed = { loopback: true, published: true, signUp: 'closed', welcomeCreditNanoUsd: 0n };
      expect(readSettings(published)).toMatchObject(closed);
      expect(readSettings({ ...published, SIGN_UP: 'open' })).toMatchObject({ signUp: 'open' });
    },
  );

  it.each(['http://localhost:8080', 'http://127.0.0.1:8080', 'http://ai.localhost', 'http://[::1]:8080'])(
    'treat %s as the machine itself',
    (origin) => {
      expect(readSettings({ PUBLIC_ORIGIN: origin })).toMatchObject({ published: false, signUp: 'open' });
    },
  );

  it('depend on other settings', () => {
    expect(readSettings({ PORT: '4000' }).publicOrigin).toBe('http://localhost:4000');
    expect(readSettings({ SERVICE_ID: 'acme' }).serviceOwner).toBe('acme');
  });

  it("put models into the user's cache folder", () => {
    expect(readSettings({ XDG_CACHE_HOME: '/c' }).modelsDir).toBe(join('/c', 'farebox', 'models'));
    expect(readSettings({}).modelsDir.startsWith(homedir())).toBe(true);
    expect(readSettings({}).modelsDir.endsWith(join('farebox', 'models'))).toBe(true);
    expect(readSettings({ MODELS_DIR: './w', XDG_CACHE_HOME: '/c' }).modelsDir).toBe(resolve('w'));
  });
});

describe('values', () => {
  it('are unset when empty', () => {
    const empty = { PORT: '', HOST: '', DATABASE_URL: '', SIGN_UP: '', EMBEDDED_MODELS: '', OWNER_EMAIL: '' };
    expect(readSettings(empty)).toEqual(readSettings({}));
  });

  it.each([
    [{ PUBLIC_ORIGIN: 'https://AI.example.com:443/' }, { publicOrigin: 'https://ai.example.com' }],
    [{ ALLOWED_HOSTS: 'a.example, b.example:8080' }, { allowedHosts: ['a.example', 'b.example:8080'] }],
    [
      { PRIVATE_PAGE_HOSTS: 'wiki.internal, [fd00::1]:8080' },
      { privatePageHosts: ['wiki.internal', '[fd00::1]:8080'] },
    ],
    [{ TRUST_PROXY: '1' }, { trustProxy: 1 }],
    [{ TRUST_PROXY: '10.0.0.0/8,::1' }, { trustProxy: ['10.0.0.0/8', '::1'] }],
    [{ COUNTRY_HEADER: 'CF-IPCountry' }, { countryHeader: 'cf-ipcountry' }],
    [
      { EMBEDDED_MODELS: 'smollm2-135m,qwen2.5-coder-1.5b' },
      { embeddedModels: ['smollm2-135m', 'qwen2.5-coder-1.5b'] },
    ],
    [{ WELCOME_CREDIT_USD: '0.25' }, { welcomeCreditNanoUsd: 250_000_000n }],
    [{ OLLAMA_HOST: '127.0.0.1:11500' }, { ollamaHost: 'http://127.0.0.1:11500' }],
    [{ OLLAMA_HOST: '0.0.0.0' }, { ollamaHost: 'http://127.0.0.1:11434' }],
    [{ OLLAMA_HOST: 'https://ollama.example.com/' }, { ollamaHost: 'https://ollama.example.com' }],
    [{ UPSTREAM_BASE_URL: 'http://127.0.0.1:8000/v1/' }, { upstreamBaseUrl: 'http://127.0.0.1:8000/v1' }],
    [{ UPSTREAM_PRICE: '0.15/0.60' }, { upstreamPrice: '0.15/0.60' }],
    [{ FAILED_REQUEST_GUARD: 'off' }, { failedRequestGuard: false }],
    [{ MAX_IN_FLIGHT_PER_ACCOUNT: '200' }, { maxInFlightPerAccount: 200 }],
    [{}, { wallets: { confirmations: 1 } }],
    [{ X402_CONFIRMATIONS: '64' }, { wallets: { confirmations: 64 } }],
    [
      { X402_FACILITATOR_URLS: 'https://a.example/x, https://b.example/', X402_FACILITATOR_TOKEN: 'one, two' },
      {
        wallets: { facilitatorUrls: ['https://a.example/x', 'https://b.example'], facilitatorTokens: ['one', 'two'] },
      },
    ],
    [
      { X402_FACILITATOR_URLS: 'https://a.example,https://b.example', X402_FACILITATOR_TOKEN: ',two' },
      { wallets: { facilitatorTokens: ['', 'two'] } },
    ],
    [
      { X402_FACILITATOR_URLS: 'https://a.example/1,https://a.example/2', X402_FACILITATOR_TOKEN: 'one' },
      { wallets: { facilitatorTokens: ['one', 'one'] } },
    ],
    [{ NODE_ENV: 'production' }, { production: true }],
    [{ PORT: '65535' }, { port: 65_535 }],
    [{ TRUST_PROXY: '::1, fd00::/8' }, { trustProxy: ['::1', 'fd00::/8'] }],
    [{ PRICE_MARKUP: '1000' }, { priceMarkup: '1000' }],
    [{ PRICE_MARKUP: '0.000000001' }, { priceMarkup: '0.000000001' }],
    [{ UPSTREAM_PRICE: '100000/0' }, { upstreamPrice: '100000/0' }],
    [{ WELCOME_CREDIT_USD: '9000000000' }, { welcomeCreditNanoUsd: MAX_NANO_USD }],
    [
      { DIEM_STAKING_ADDRESS: STAKING, DIEM_RPC_URL: 'http://127.0.0.1:8545' },
      { diemStakingAddress: STAKING.toLowerCase(), diemRpcUrl: 'http://127.0.0.1:8545' },
    ],
    [
      { DIEM_STAKING_ADDRESS: STAKING.toUpperCase().replace('0X', '0x'), DIEM_RPC_URL: 'https://node.example/v3/key/' },
      { diemStakingAddress: STAKING.toLowerCase(), diemRpcUrl: 'https://node.example/v3/key/' },
    ],
  ])('reads %j', (source, expected) => {
    expect(readSettings(source)).toMatchObject(expected);
  });
});

describe('tokens of facilitators', () => {
  it.each([
    ['https://a.example,https://b.example', 'secret'],
    ['https://a.example,http://a.example', 'secret'],
    ['https://a.example,https://b.example', 'secret,secret,secret'],
    ['https://a.example', 'secret,secret'],
  ])('for %s must be as many: not %s', (X402_FACILITATOR_URLS, X402_FACILITATOR_TOKEN) => {
    const read = () => readSettings({ X402_FACILITATOR_URLS, X402_FACILITATOR_TOKEN });
    expect(read).toThrow(
      'X402_FACILITATOR_TOKEN must have one token for each of X402_FACILITATOR_URLS, in their order',
    );
    expect(read).not.toThrow('secret');
  });
});

describe('bad values', () => {
  it.each([
    ['PORT', '70000', 'must be a port'],
    ['X402_CONFIRMATIONS', '0', 'must be a whole number from 1 to 64'],
    ['X402_CONFIRMATIONS', '65', 'must be a whole number from 1 to 64'],
    ['X402_CONFIRMATIONS', '1.5', 'must be a whole number from 1 to 64'],
    ['PORT', '3000x', 'must be a port'],
    ['PORT', '0', 'between 1 and 65535'],
    ['HOST', 'http://x', 'must be an address'],
    ['PUBLIC_ORIGIN', 'https://x.example/path', 'must be an origin only'],
    ['PUBLIC_ORIGIN', 'x.example', 'must be an address such as'],
    ['ALLOWED_HOSTS', 'a,,b', 'single commas'],
    ['ALLOWED_HOSTS', 'http://a', 'must be host names'],
    ['PRIVATE_PAGE_HOSTS', '*.internal', 'must be host names'],
    ...['yes', 'abc', 'dead', '10.0.0.0/99', '10.0.0.0/8,', '10.0.0.1,1', '10/8', '1.2.3', '::1/129'].map((value) => [
      'TRUST_PROXY',
      value,
      'must be a number of proxies',
    ]),
    ['COUNTRY_HEADER', 'cf ipcountry', 'must be the name of a request header'],
    ['SERVICE_ID', 'My-Service', 'must be lowercase letters'],
    ['SERVICE_ID', '1x', 'must be lowercase letters'],
    ['SIGN_UP', 'maybe', 'must be open, closed, or invite'],
    ['WELCOME_CREDIT_USD', '-1', 'must be an amount of USD'],
    ['WELCOME_CREDIT_USD', '9000000000.01', 'at most 9000000000'],
    ...['1,2', '0', '0.0', '2000', '1000.000000001'].map((value) => [
      'PRICE_MARKUP',
      value,
      'must be a decimal number above 0 and at most 1000',
    ]),
    ...['0.15', '1/2/3', '999999/1', '1/100000.01', '$1/2'].map((value) => ['UPSTREAM_PRICE', value, 'input/output']),
    ['FAILED_REQUEST_GUARD', 'no', 'must be on or off'],
    ...['0', '-1', '1.5', 'many'].map((value) => ['MAX_IN_FLIGHT_PER_ACCOUNT', value, 'must be a whole number']),
    ['LOG_LEVEL', 'loud', 'must be trace'],
    ['HF_ENDPOINT', 'ftp://x', 'must be an address such as'],
    ...[STAKING.slice(2), STAKING.slice(0, -1), `${STAKING}0`, STAKING.replace('f', 'g'), 'staking.eth'].map(
      (value) => ['DIEM_STAKING_ADDRESS', value, 'must be the address of a contract: 0x and 40 hexadecimal digits'],
    ),
  ])('%s=%s names the variable, the value, and what is valid', (name = '', value = '', text = '') => {
    const message = messageOf({ [name]: value });
    expect(message).toContain(`${name}="${value}" `);
    expect(message).toContain(text);
  });

  it.each([
    ['SESSION_SECRET', 'tooshort'],
    ['DATABASE_URL', 'mysql://user:hunter2@host/db'],
    ['REDIS_URL', 'http://:hunter2@host'],
    ['DIEM_RPC_URL', 'wss://node.example/v3/hunter2'],
  ])('never shows the secret of %s', (name, value) => {
    const message = messageOf({ [name]: value });
    expect(message).toContain(`${name} must`);
    expect(message).not.toContain(value);
  });

  it('are all reported together', () => {
    const message = messageOf({ PORT: 'x', SIGN_UP: 'x', LOG_LEVEL: 'x', OWNER_EMAIL: 'a@example.com' });
    for (const name of ['PORT', 'SIGN_UP', 'LOG_LEVEL', 'OWNER_PASSWORD']) expect(message).toContain(name);
    expect(message.split('\n')).toHaveLength(5);
  });

  it('require the staking contract with its node', () => {
    const text = 'DIEM_STAKING_ADDRESS and DIEM_RPC_URL must be set together, or neither.';
    expect(messageOf({ DIEM_STAKING_ADDRESS: STAKING })).toContain(text);
    expect(messageOf({ DIEM_RPC_URL: 'http://127.0.0.1:8545' })).toContain(text);
    expect(messageOf({ DIEM_STAKING_ADDRESS: STAKING, DIEM_RPC_URL: '' })).toContain(text);
    expect(messageOf({ DIEM_STAKING_ADDRESS: STAKING, DIEM_RPC_URL: 'https://node.example' })).toBe('');
  });

  it('require complete sign-in providers, and never show their secrets', () => {
    const text = 'GITHUB_CLIENT_ID and GITHUB_CLIENT_SECRET must be set together, or neither.';
    expect(messageOf({ GITHUB_CLIENT_ID: 'a' })).toContain(text);
    expect(messageOf({ GITHUB_CLIENT_SECRET: 'hush' })).toContain(text);
    expect(messageOf({ GITHUB_CLIENT_SECRET: 'hush' })).not.toContain('hush');
    expect(messageOf({ GOOGLE_CLIENT_ID: 'a', GOOGLE_CLIENT_SECRET: '' })).toContain(
      'GOOGLE_CLIENT_SECRET must be set',
    );
    expect(messageOf({ GITHUB_BASE_URL: 'github' })).toContain('GITHUB_BASE_URL="github" must be an address');
    expect(readSettings({})).toMatchObject({ github: undefined, google: undefined });
    const given = {
      GITHUB_CLIENT_ID: 'a',
      GITHUB_CLIENT_SECRET: 'b',
      GOOGLE_CLIENT_ID: 'c',
      GOOGLE_CLIENT_SECRET: 'd',
    };
    expect(readSettings({ ...given, GOOGLE_ISSUER: 'https://id.example/' })).toMatchObject({
      github: { clientId: 'a', clientSecret: 'b', url: 'https://github.com' },
      google: { clientId: 'c', clientSecret: 'd', url: 'https://id.example' },
    });
  });

  it('include the stake that a wallet must have', () => {
    expect(readSettings({}).walletKeyMinStakeNano).toBeUndefined();
    expect(readSettings({ WALLET_KEY_MIN_STAKE_DIEM: '2.5' }).walletKeyMinStakeNano).toBe(2_500_000_000n);
    expect(messageOf({ WALLET_KEY_MIN_STAKE_DIEM: '-1' })).toContain('must be an amount of DIEM');
  });

  it('require email and password of the owner together', () => {
    expect(messageOf({ OWNER_PASSWORD: 'x' })).toContain('OWNER_EMAIL and OWNER_PASSWORD must be set together');
    expect(messageOf({ OWNER_EMAIL: 'nobody', OWNER_PASSWORD: 'x' })).toContain(
      'OWNER_EMAIL="nobody" must be an email',
    );
  });
});
