import { verifyLedger } from '../ledger/verify/verify-ledger';
import { blockAccount } from './block-account';
import { listAccounts, showAccount } from './find-accounts';
import { writeBackup } from './backup/write-backup';
import type { Order } from './orders';
import { createAccount } from './create-account';
import { createKeyFor } from './create-key';
import { inviteLink, resetLink } from './links';
import { listUpstreams } from './list-upstreams';
import { creditAccount } from './credit-account';
import { stakeAccount } from './stake-account';

/** Executes an operator's order: called by the admin command, and by the operator endpoint of a running server. */
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
    case 'showAccount':
      return showAccount(order.input);
    case 'listAccounts':
      return listAccounts(order.input);
    case 'blockAccount':
      return blockAccount(order.input, true);
    case 'unblockAccount':
      return blockAccount(order.input, false);
    case 'creditAccount':
      return creditAccount(order.input);
    case 'stakeAccount':
      return stakeAccount(order.input);
    case 'verifyLedger':
      return verifyLedger();
    case 'writeBackup':
      return writeBackup(order.input);
    case 'listUpstreams':
      return listUpstreams();
  }
}
