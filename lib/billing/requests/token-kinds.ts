import type { TokenKinds } from '../../ledger/read/history/sum-requests';
import { LINE_KINDS } from '../../models/price/kinds';

const OUTPUT = 'output';

const tokens = Object.entries(LINE_KINDS)
  .filter(([, { unitType }]) => unitType === 'tokens')
  .map(([kind]) => kind);

/** The kinds of lines that are counted in tokens: input, cached or not, and output. */
export const TOKEN_KINDS: TokenKinds = { input: tokens.filter((kind) => kind !== OUTPUT), output: [OUTPUT] };
