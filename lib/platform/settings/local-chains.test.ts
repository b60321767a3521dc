import { describe, expect, it } from 'vitest';
import { readSettings } from '../env';

const messageOf = (source: Record<string, string>): string => {
  try {
    readSettings({ LOCAL_CHAINS: '1', ...source });
  } catch (error) {
    return error instanceof Error ? error.message : String(error);
  }
  return '';
};

describe('LOCAL_CHAINS', () => {
  it('is off by default, and 1 or nothing', () => {
    expect(readSettings({}).localChains).toBe(false);
    expect(readSettings({ LOCAL_CHAINS: '' }).localChains).toBe(false);
    expect(readSettings({ LOCAL_CHAINS: '1' }).localChains).toBe(true);
    expect(messageOf({ LOCAL_CHAINS: 'true' })).toContain('LOCAL_CHAINS="true" must be 1, or not set.');
  });

  it.each([
    [{ HOST: '127.0.0.1' }],
    [{ HOST: '::1' }],
    [{ HOST: 'LOCALHOST' }],
    [{ PUBLIC_ORIGIN: 'http://localhost:8080' }],
    [{ WALLET_SIGN_UP: 'closed' }],
    [{ UPSTREAM_PRICE: '1/2' }],
  ])('may stand beside %j', (source) => {
    expect(messageOf(source)).toBe('');
  });

  it.each([
    ['0.0.0.0', 'HOST="0.0.0.0" must be a loopback address'],
    ['192.168.1.5', 'HOST="192.168.1.5" must be a loopback address'],
  ])('needs a loopback HOST, not %s', (HOST, message) => {
    expect(messageOf({ HOST })).toContain(message);
  });

  it.each(['https://ai.example.com', 'http://192.168.1.5:3000'])('needs a loopback PUBLIC_ORIGIN, not %s', (origin) => {
    expect(messageOf({ PUBLIC_ORIGIN: origin })).toContain(`PUBLIC_ORIGIN="${origin}" must be a loopback address`);
  });

  it.each([
    ['TRUST_PROXY', '1', 'is for this machine alone'],
    ['ALLOWED_HOSTS', 'pay.example.com', 'is for this machine alone'],
    ['SIWX_DOMAINS', 'pay.example.com', 'is for this machine alone'],
    ['X402_PAY_TO_BASE', `0x${'1'.repeat(40)}`, 'brings its own receivers, nodes, and keys'],
    ['X402_PAY_TO_SOLANA', '1'.repeat(40), 'brings its own receivers, nodes, and keys'],
    ['X402_BASE_RPC_URL', 'http://127.0.0.1:1/secret', 'brings its own receivers, nodes, and keys'],
    ['X402_SOLANA_RPC_URL', 'http://127.0.0.1:1/secret', 'brings its own receivers, nodes, and keys'],
    ['X402_BASE_SIGNER_KEY', `0x${'2'.repeat(64)}`, 'brings its own receivers, nodes, and keys'],
    ['X402_SOLANA_SIGNER_KEY', '2'.repeat(87), 'brings its own receivers, nodes, and keys'],
    ['X402_FACILITATOR_URLS', 'https://facilitator.example.com', 'brings its own receivers, nodes, and keys'],
    ['X402_FACILITATOR_TOKEN', 'secret', 'brings its own receivers, nodes, and keys'],
    ['OPENAI_API_KEY', 'secret', 'serves embedded models only'],
    ['OLLAMA_HOST', '127.0.0.1', 'serves embedded models only'],
    ['UPSTREAM_BASE_URL', 'http://127.0.0.1:1/v1', 'serves embedded models only'],
    ['UPSTREAM_API_KEY', 'secret', 'serves embedded models only'],
  ])('refuses %s, and never shows its value', (name, value, why) => {
    const message = messageOf({ [name]: value });
    expect(message).toContain(`LOCAL_CHAINS=1 ${why}: remove ${name}.`);
    expect(message).not.toContain(value.length > 3 ? value : '\0');
  });
});
