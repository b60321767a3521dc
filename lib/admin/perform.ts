import type { Order } from './contract';
import { createAccount } from './create-account';
import { createKeyFor } from './create-key';
import { grantCredit } from './grant-credit';
import { inviteLink, resetLink } from './links';

/** Carries out an operator's order: called by the admin command, and by the operator endpoint of a running server. */
export async function perform(order: Order): Promise<Record<string, unknown>> {
  switch (order.verb) {
    case 'createKey':
      return createKeyFor(order.input);
    case 'createAccount':
      return createAccount(order.input);
    case 'resetLink':
      return resetLink(order.input);
    case 'inviteLink':
      return inviteLink();
    case 'grantCredit':
      return grantCredit(order.input);
  }
}
