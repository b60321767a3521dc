import { NETWORK_TEXTS } from '../networks';
import type { PaymentState } from './payment-state';

/** The heading of the panel: what is going on. */
export function titleOfPayment(state: PaymentState): string {
  switch (state.step) {
    case 'choosing':
      return 'Add credit';
    case 'signing':
      return `Confirm in ${state.wallet}`;
    case 'sending':
      return 'Submitting the payment';
    case 'unanswered':
      return 'The payment is not confirmed yet';
    case 'pending':
      return `Waiting for ${NETWORK_TEXTS[state.kept.network].name}`;
    case 'credited':
      return 'Credit added';
    case 'failed':
      return 'The payment failed';
  }
}
