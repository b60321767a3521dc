import { verifyLedger } from '../ledger/verify/verify-ledger';
import { blockAccount } from './block-account';
import { listAccounts, showAccount } from './find-accounts';
import { writeBackup } from './backup/write-backup';
import type { Command } from './commands';
import { createAccount } from './create-account';
import { createKeyFor } from './create-key';
import { inviteLink, resetLink } from './links';
import { listUpstreams } from './list-upstreams';
import { creditAccount } from './credit-account';
import { addToIndex, listIndex, removeFromIndex } from './search-index/sources';
import { changeRole } from './change-role';
import { performProvider } from './providers/perform-provider';
import { stakeAccount } from './stake-account';
import { refundPayment } from './wallets/refund-payment';

/** Executes an operator's command: called by the admin command, and by the operator endpoint of a running server. */
export async function perform(command: Command): Promise<Record<string, unknown>> {
  switch (command.verb) {
    case 'createKey':
      return createKeyFor(command.input);
    case 'createAccount':
      return createAccount(command.input);
    case 'resetLink':
      return resetLink(command.input);
    case 'inviteLink':
      return inviteLink();
    case 'showAccount':
      return showAccount(command.input);
    case 'listAccounts':
      return listAccounts(command.input);
    case 'blockAccount':
      return blockAccount(command.input, true);
    case 'unblockAccount':
      return blockAccount(command.input, false);
    case 'creditAccount':
      return creditAccount(command.input);
    case 'refundPayment': {
      const { payment, ...refund } = command.input;
      return refundPayment(payment, refund);
    }
    case 'stakeAccount':
      return stakeAccount(command.input);
    case 'verifyLedger':
      return verifyLedger();
    case 'writeBackup':
      return writeBackup(command.input);
    case 'listUpstreams':
      return listUpstreams();
    case 'addToIndex':
      return addToIndex(command.input);
    case 'listIndex':
      return listIndex();
    case 'removeFromIndex':
      return removeFromIndex(command.input);
    case 'provider':
      return performProvider(command.input);
    case 'setRole':
      return changeRole(command.input);
  }
}
