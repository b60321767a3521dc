import { describe, expect, it } from 'vitest';
import { BASE } from '@/lib/core/wallet';
import type { ConsolePayment } from '@/lib/x402/contract';
import type { KeptPayment } from './kept-payment';
import { CHOOSING, nextPayment, type PaymentEvent, type PaymentState } from './payment-state';
import type { SendProblem } from './send-problem';

const kept: KeptPayment = { payment: 'abc', network: BASE, amountUsd: 10, payer: '0x1', signedAtMs: 1 };
const other: KeptPayment = { ...kept, payment: 'def' };
const sign: PaymentEvent = { type: 'sign', attempt: 'one', wallet: 'Test Wallet', amountUsd: 10 };
const signed: PaymentEvent = { type: 'signed', attempt: 'one', kept };
const notice = { kind: 'declined', text: 'You declined.' } as const;
const problem = (isFinal: boolean): SendProblem => ({
  ...{ isFinal, kind: 'unknown', message: 'No answer.', requestId: null, retryAfterSeconds: null },
});
const found = (state: ConsolePayment['state']): ConsolePayment => ({
  id: '00000000-0000-4000-8000-000000000001',
  network: BASE,
  payer: '0x1',
  amountUsd: 10,
  state,
  transactionId: null,
  reason: null,
  createdAt: '2026-11-25T12:00:00.000Z',
  refunds: [],
});

const after = (...events: PaymentEvent[]): PaymentState => events.reduce(nextPayment, CHOOSING);

describe('a payment', () => {
  it('is signed, sent, and credited', () => {
    expect(after(sign)).toMatchObject({ step: 'signing', wallet: 'Test Wallet' });
    expect(after(sign, signed)).toEqual({ step: 'sending', kept });
    expect(after(sign, signed, { type: 'answered', found: found('pending') })).toMatchObject({ step: 'pending', kept });
    const credited = after(
      ...[sign, signed],
      ...(['pending', 'pending', 'credited'] as const).map((state): PaymentEvent => ({
        type: 'answered',
        found: found(state),
      })),
    );
    expect(credited).toEqual({ step: 'credited', found: found('credited') });
    expect(nextPayment(credited, { type: 'restart' })).toEqual(CHOOSING);
  });

  it('returns to the quote when the person declines in the wallet', () => {
    expect(after(sign, { type: 'declined', attempt: 'one', notice })).toEqual({ step: 'choosing', notice });
  });

  it('is sent again as it was signed', () => {
    const unanswered = after(sign, signed, { type: 'unanswered', problem: problem(false) });
    expect(unanswered).toMatchObject({ step: 'unanswered', kept });
    expect(nextPayment(unanswered, { type: 'retry' })).toEqual({ step: 'sending', kept });
  });

  it('is over when it was refused, or its network did not carry it out', () => {
    expect(after(sign, signed, { type: 'unanswered', problem: problem(true) })).toMatchObject({
      step: 'failed',
      reason: 'No answer.',
      found: null,
    });
    const failed = after(sign, signed, { type: 'answered', found: found('failed') });
    expect(failed).toMatchObject({ step: 'failed', found: { state: 'failed' } });
    expect(nextPayment(failed, { type: 'restart' })).toEqual(CHOOSING);
  });

  it('is resumed after a reload', () => {
    expect(after({ type: 'resume', kept })).toEqual({ step: 'sending', kept });
  });

  it('goes on without the person, who may then sign another one', () => {
    const waiting = after(sign, signed, { type: 'answered', found: found('pending') });
    const left = nextPayment(waiting, { type: 'leave' });
    expect(left).toEqual({ step: 'choosing', notice: null, left: found('pending') });
    // Its answers come too late for this page.
    expect(nextPayment(left, { type: 'answered', found: found('credited') })).toBe(left);
    const second = [sign, { ...signed, kept: other }].reduce(nextPayment, left);
    expect(second).toEqual({ step: 'sending', kept: other });
  });

  it('of another tab comes before a signature that has not been given', () => {
    expect(after(sign, { type: 'resume', kept: other }, signed)).toEqual({ step: 'sending', kept: other });
  });
});

describe('what comes too late changes nothing', () => {
  it('a signature after the person stopped waiting', () => {
    expect(after(sign, { type: 'stop' }, signed)).toEqual(CHOOSING);
  });

  it('a signature of an earlier attempt', () => {
    const state = after(sign, { type: 'stop' }, { ...sign, attempt: 'two' }, signed);
    expect(state).toMatchObject({ step: 'signing', attempt: 'two' });
  });

  it('a second signature, a second payment, or a restart while one is on its way', () => {
    const sending = after(sign, signed);
    const late: PaymentEvent[] = [
      { ...signed, kept: other },
      { type: 'resume', kept: other },
      { type: 'restart' },
      { type: 'leave' },
      { type: 'stop' },
      sign,
    ];
    for (const event of late) expect(nextPayment(sending, event)).toBe(sending);
  });

  it('an answer after the outcome', () => {
    const credited = after(sign, signed, { type: 'answered', found: found('credited') });
    expect(nextPayment(credited, { type: 'answered', found: found('pending') })).toBe(credited);
    expect(nextPayment(credited, { type: 'unanswered', problem: problem(false) })).toBe(credited);
  });
});
