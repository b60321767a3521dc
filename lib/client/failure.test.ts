import { describe, expect, it } from 'vitest';
import { readFailure } from './failure';

const answer = (status: number, body: unknown) =>
  new globalThis.Response(JSON.stringify(body), { status, headers: { 'cf-ray': 'abc-SVC' } });

describe('readFailure', () => {
  it('reads a refused payment, whose code is in `error`', async () => {
    const body = { error: 'PAYMENT_VERIFICATION_FAILED', message: 'The wallet has too little.', details: 'x' };
    expect(await readFailure(answer(400, body))).toMatchObject({
      status: 400,
      code: 'PAYMENT_VERIFICATION_FAILED',
      message: 'The wallet has too little.',
      requestId: 'abc-SVC',
    });
  });

  it('reads the standard layout', async () => {
    const failure = await readFailure(answer(404, { error: 'There is no such payment.', code: 'NOT_FOUND' }));
    expect(failure).toMatchObject({ code: 'NOT_FOUND', message: 'There is no such payment.' });
  });

  it('reads OpenAI’s layout', async () => {
    const failure = await readFailure(
      answer(400, { error: { message: 'Too long.', code: 'context_length_exceeded' } }),
    );
    expect(failure).toMatchObject({ code: 'context_length_exceeded', message: 'Too long.' });
  });

  it('takes payment instructions for the end of the session, but not a payment that failed', async () => {
    const instructions = { x402Version: 2, error: 'Authentication required', accepts: [] };
    expect(await readFailure(answer(402, instructions))).toMatchObject({ code: 'SIGNED_OUT' });
    expect(await readFailure(answer(401, { error: 'Sign in.', code: 'UNAUTHORIZED' }))).toMatchObject({
      code: 'SIGNED_OUT',
    });
    const failed = { error: 'SETTLEMENT_FAILED', message: 'Nothing was paid.' };
    expect(await readFailure(answer(402, failed))).toMatchObject({ code: 'SETTLEMENT_FAILED' });
  });

  it('does not take a wallet that could not sign in for the end of the session', async () => {
    const refused = {
      error: 'The signature is not one of the message by this wallet.',
      code: 'X402_SIGN_IN_INVALID_SIGNATURE',
    };
    expect(await readFailure(answer(401, refused))).toMatchObject({ code: refused.code, message: refused.error });
  });
});
