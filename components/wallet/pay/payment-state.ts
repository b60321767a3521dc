import type { ConsolePayment } from '@/lib/x402/contract';
import type { KeptPayment } from './kept-payment';
import type { SendProblem } from './send-problem';

/** What a person reads beside the form: why the wallet signed nothing, or what became of the payment they left. */
export type Notice = {
  kind: 'declined' | 'failed' | 'left';
  text: string;
  /** The session has ended, or is too old for this. */
  needsSignIn?: boolean;
};

/** Where a payment is, from its choice to its outcome. */
export type PaymentState =
  /** Amount and network are chosen; nothing is signed. `left` is an earlier payment that only the server follows. */
  | { step: 'choosing'; notice: Notice | null; left?: ConsolePayment }
  /** The wallet shows the request. Each request has its own `attempt`. */
  | { step: 'signing'; attempt: string; wallet: string; amountUsd: number }
  /** Signed, kept, and on its way to the server. */
  | { step: 'sending'; kept: KeptPayment }
  /** Kept; whether the server has it is not known. */
  | { step: 'unanswered'; kept: KeptPayment; problem: SendProblem }
  /** The server has it; its network does not show it yet. */
  | { step: 'pending'; kept: KeptPayment; found: ConsolePayment }
  | { step: 'credited'; found: ConsolePayment }
  /** Nothing was added. `found` is null if the server refused it before it was stored. */
  | { step: 'failed'; kept: KeptPayment; reason: string; found: ConsolePayment | null };

/** What happens to a payment. */
export type PaymentEvent =
  | { type: 'sign'; attempt: string; wallet: string; amountUsd: number }
  | { type: 'declined'; attempt: string; notice: Notice }
  | { type: 'signed'; attempt: string; kept: KeptPayment }
  /** The person does not want to wait for the wallet. */
  | { type: 'stop' }
  /** A payment without a known outcome was found, from before the page was loaded or from another tab. */
  | { type: 'resume'; kept: KeptPayment }
  | { type: 'retry' }
  | { type: 'answered'; found: ConsolePayment }
  | { type: 'unanswered'; problem: SendProblem }
  /** The person does not want to wait for the network. */
  | { type: 'leave' }
  | { type: 'restart' };

export const CHOOSING: PaymentState = { step: 'choosing', notice: null };

/** What a person reads about a payment that its network did not carry out. */
const NOT_CARRIED_OUT = 'Nothing was paid. The network did not carry out the payment.';

/**
 * The next state. An event that does not belong to the current state changes nothing: answers may come late, and a
 * second signature must never start a second payment.
 */
export function nextPayment(state: PaymentState, event: PaymentEvent): PaymentState {
  switch (event.type) {
    case 'sign': {
      const { attempt, wallet, amountUsd } = event;
      return state.step === 'choosing' ? { step: 'signing', attempt, wallet, amountUsd } : state;
    }
    case 'declined':
      return isAttempt(state, event.attempt) ? { step: 'choosing', notice: event.notice } : state;
    case 'signed':
      return isAttempt(state, event.attempt) ? { step: 'sending', kept: event.kept } : state;
    case 'stop':
      return state.step === 'signing' ? CHOOSING : state;
    case 'resume':
      return state.step === 'choosing' || state.step === 'signing' ? { step: 'sending', kept: event.kept } : state;
    case 'retry':
      return state.step === 'unanswered' ? { step: 'sending', kept: state.kept } : state;
    case 'answered':
      return state.step === 'sending' || state.step === 'pending' ? answered(state.kept, event.found) : state;
    case 'unanswered':
      return state.step === 'sending' || state.step === 'pending' ? unanswered(state.kept, event.problem) : state;
    case 'leave':
      return state.step === 'pending' ? { step: 'choosing', notice: null, left: state.found } : state;
    case 'restart':
      return isOnItsWay(state) ? state : CHOOSING;
  }
}

/** Whether a payment is on its way. */
function isOnItsWay({ step }: PaymentState): boolean {
  return step === 'sending' || step === 'pending';
}

function isAttempt(state: PaymentState, attempt: string): boolean {
  return state.step === 'signing' && state.attempt === attempt;
}

function answered(kept: KeptPayment, found: ConsolePayment): PaymentState {
  switch (found.state) {
    case 'pending':
      return { step: 'pending', kept, found };
    case 'credited':
      return { step: 'credited', found };
    case 'failed':
      return { step: 'failed', kept, reason: NOT_CARRIED_OUT, found };
  }
}

function unanswered(kept: KeptPayment, problem: SendProblem): PaymentState {
  return problem.isFinal
    ? { step: 'failed', kept, reason: problem.message, found: null }
    : { step: 'unanswered', kept, problem };
}
