import { formatMoney } from '@/components/ui/show/money-text';
import type { ConsolePayment } from '@/lib/x402/contract';
import { usdcText } from '../amount';
import { NETWORK_TEXTS } from '../networks';
import type { Notice } from './payment-state';

/**
 * What became of a payment that the person no longer waits for.
 * @param left the payment as it was when they left it
 * @param payments the account's payments now; undefined while they load
 */
export function noticeOfLeft(left: ConsolePayment, payments: readonly ConsolePayment[] | undefined): Notice {
  const { network, amountUsd, state } = payments?.find(({ id }) => id === left.id) ?? left;
  const { name } = NETWORK_TEXTS[network];
  const what = `payment of ${usdcText(amountUsd)}`;
  switch (state) {
    case 'pending':
      return {
        kind: 'left',
        text: `Your ${what} is still on its way. It is in the list below, and its credit is added as soon as ${name} shows it.`,
      };
    case 'credited':
      return {
        kind: 'left',
        text: `Your earlier ${what} went through. ${formatMoney(amountUsd)} of credit was added.`,
      };
    case 'failed':
      return { kind: 'left', text: `${name} did not carry out your earlier ${what}. Nothing was paid.` };
  }
}
