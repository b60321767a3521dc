import { describe, expect, it } from 'vitest';
import { apiFailure } from '@/lib/client/failure';
import { readSigningNotice } from './signing-notice';

describe('readSigningNotice', () => {
  it.each([
    ['the code of EIP-1193', Object.assign(new Error('No.'), { code: 4001 })],
    ['a nested code', new Error('Failed', { cause: Object.assign(new Error('x'), { code: 4001 }) })],
    ['the name of viem', Object.assign(new Error('x'), { name: 'UserRejectedRequestError' })],
    ['the words of a Solana wallet', Object.assign(new Error(''), { error: new Error('User rejected the request.') })],
    ['other words', new Error('Transaction cancelled')],
  ])('recognizes that the person declined by %s', (_by, error) => {
    expect(readSigningNotice(error, 'pay')).toMatchObject({ kind: 'declined' });
  });

  it('says which step failed, with the innermost reason', () => {
    const error = new Error('An error occurred\n\nDetails: x\nVersion: viem@2', { cause: new Error('Device locked') });
    expect(readSigningNotice(error, 'pay')).toEqual({
      kind: 'failed',
      text: 'The wallet did not sign: Device locked. Nothing was paid.',
    });
    expect(readSigningNotice(new Error('Timeout.'), 'connect').text).toBe(
      'The wallet could not be connected: Timeout.',
    );
    expect(readSigningNotice(undefined, 'pay').text).toBe('The wallet did not sign. Nothing was paid.');
  });

  it('says that the wallet lacks the network, which libraries take for a refusal', () => {
    const unknown = Object.assign(new Error('Unrecognized chain ID'), { code: 4902 });
    const error = Object.assign(new Error('User rejected the request.', { cause: unknown }), { code: 4001 });
    expect(readSigningNotice(error, 'pay')).toEqual({
      kind: 'failed',
      text: 'Your wallet does not have Base. Add this network in it, then sign again. Nothing was paid.',
    });
  });

  it('says nothing of payments where none is signed', () => {
    expect(readSigningNotice(new Error('Device locked'), 'sign').text).toBe('The wallet did not sign: Device locked.');
    expect(readSigningNotice({ code: 4001 }, 'sign').text).not.toContain('paid');
  });

  it('keeps the server’s sentence', () => {
    const failure = apiFailure({ status: 503, code: 'NOT_READY', message: 'Solana could not be asked.' });
    expect(readSigningNotice(failure, 'pay')).toEqual({
      kind: 'failed',
      text: 'Solana could not be asked. Nothing was paid.',
    });
  });

  it('says when a new sign-in is needed', () => {
    const failure = apiFailure({ status: 403, code: 'UNAUTHORIZED', message: 'Sign in again.' });
    expect(readSigningNotice(failure, 'sign')).toEqual({ kind: 'failed', text: 'Sign in again.', needsSignIn: true });
  });
});
