import { z } from 'zod';
import { isFetchFailure } from '../../platform/network/fetch-failure';
import type { Payment } from '../payment/payment';
import type { PaymentRequirements } from '../rails';
import { checkLifetime } from './check-lifetime';
import { toPackage } from './package-payment';
import { callService, type Service } from './remote-call';
import { servicesFor } from './remote-support';
import { SETTLE_MS } from './settle-signal';
import type { Facilitator, Settlement, Verdict } from './spec';
import { refuse } from './verdict';

type Options = {
  /** In the order in which they are tried. */
  services: Service[];
  /** How long one may take to carry out a payment, milliseconds. */
  confirmMs?: number;
};

const VERIFY_MS = 15_000;
/** With these, a service has not looked at the payment: it wants another address or credential, or is asked too often. */
const NOT_TAKEN = new Set([301, 302, 303, 307, 308, 401, 403, 404, 405, 429]);
/** Codes of a service that has itself failed. */
const OWN_FAILURE = /^unexpected/;

const Verified = z.object({
  isValid: z.boolean(),
  invalidReason: z.string().nullish(),
  invalidMessage: z.string().nullish(),
});
const Settled = z.object({ success: z.boolean(), transaction: z.string(), errorReason: z.string().nullish() });

/** Carries out payments by services that others run (`X402_FACILITATOR_URLS`). */
export function makeRemoteFacilitator(options: Options): Facilitator {
  return {
    verify: (payment, requirements, signal) => verify(options, payment, requirements, signal),
    settle: (payment, requirements, _onTransaction, signal) => settle(options, payment, requirements, signal),
  };
}

/** The first answer of a service counts. */
async function verify(
  { services }: Options,
  payment: Payment,
  requirements: PaymentRequirements,
  signal: AbortSignal | undefined,
): Promise<Verdict> {
  const refused = checkLifetime(payment);
  if (refused) return refused;
  let failure: unknown = new Error(`No facilitator carries out payments on ${payment.network}.`);
  for (const service of await servicesFor(services, requirements, signal)) {
    try {
      const body = toBody(payment, requirements);
      const { status, json } = await callService(service, 'verify', { body, timeoutMs: VERIFY_MS, signal });
      const parsed = Verified.safeParse(json);
      if (parsed.data?.isValid && status === 200) return { isValid: true };
      const reason = parsed.data?.invalidReason ?? '';
      if (parsed.data?.isValid === false && !OWN_FAILURE.test(reason)) {
        return refuse(reason, parsed.data.invalidMessage ?? '');
      }
      failure = new Error(`A facilitator returned status ${status} and no verdict. ${reason}`);
    } catch (thrown) {
      signal?.throwIfAborted();
      failure = thrown;
    }
  }
  throw failure;
}

/** The next service is tried only while certainly none has begun: two could not both succeed, but both could report. */
async function settle(
  { services, confirmMs = SETTLE_MS }: Options,
  payment: Payment,
  requirements: PaymentRequirements,
  signal: AbortSignal | undefined,
): Promise<Settlement> {
  let reason = `No facilitator carries out payments on ${payment.network}.`;
  const candidates = await servicesFor(services, requirements, signal).catch(() => []);
  for (const service of candidates) {
    try {
      const body = toBody(payment, requirements);
      const { status, json } = await callService(service, 'settle', { body, timeoutMs: confirmMs, signal });
      if (!NOT_TAKEN.has(status)) return toSettlement(status, json);
      reason = `A facilitator returned status ${status}.`;
    } catch (thrown) {
      reason = thrown instanceof Error ? thrown.message : String(thrown);
      if (!isFetchFailure(thrown) || thrown.kind !== 'connect') return { isSettled: false, reason, isSent: true };
    }
  }
  return { isSettled: false, reason, isSent: false };
}

function toSettlement(status: number, json: unknown): Settlement {
  const { data } = Settled.safeParse(json);
  if (data?.success && data.transaction !== '') return { isSettled: true, transactionId: data.transaction };
  return { isSettled: false, reason: data?.errorReason ?? `A facilitator returned status ${status}.`, isSent: true };
}

function toBody(payment: Payment, paymentRequirements: PaymentRequirements): object {
  const paymentPayload = toPackage(payment, paymentRequirements);
  return { x402Version: paymentPayload.x402Version, paymentPayload, paymentRequirements };
}
