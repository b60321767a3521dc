import { z } from 'zod';
import { Email } from '../accounts/contract';
import { MAX_NANO_USD, parseUsd } from '../core/money';
import { MAX_SEARCH_CHARACTERS } from './constants';

const MAX_REFERENCE_CHARACTERS = 100;

/**
 * An amount as an operator types it, read to nano units. A comma is refused: `1,000` is a thousand to some and one to
 * others.
 */
function amount(unit: 'USD' | 'DIEM', least: 'above 0' | 'of 0 or more') {
  return z.string().transform((text, context) => {
    const nano = /^[\d.]+$/.test(text.replace(unit === 'USD' ? /^\$/ : '', '')) ? parseUsd(text) : null;
    if (nano === null || nano > MAX_NANO_USD || (nano === 0n && least === 'above 0')) {
      context.addIssue(`Must be an amount of ${unit} ${least}, such as 25 or 2.50, without a comma`);
      return z.NEVER;
    }
    return nano;
  });
}

/** How much credit, and why. The same reference is added once; the sender chooses it, so that the request can be repeated. */
export const GrantCredit = z.strictObject({
  usd: amount('USD', 'above 0'),
  kind: z.enum(['GRANT', 'TOP_UP', 'REFUND']).default('GRANT'),
  reference: z
    .string()
    .regex(/^[\w.:@/-]+$/, 'Must be letters, digits and . : @ / _ -')
    .max(MAX_REFERENCE_CHARACTERS, `Must have at most ${MAX_REFERENCE_CHARACTERS} characters`),
});
export type GrantCredit = z.output<typeof GrantCredit>;

/** A stake in DIEM, and the wallet of one on the chain. */
export const StakedDiem = amount('DIEM', 'of 0 or more');
export const StakeWallet = z.string().regex(/^0x[0-9a-f]{40}$/i, 'Must be an address: 0x and 40 hexadecimal digits');

/** Whether one of the two is given, and not both. */
export const isEither = ({ diem, wallet }: { diem?: bigint | undefined; wallet?: string | undefined }) =>
  (diem === undefined) !== (wallet === undefined);

/** What an account has staked, from the owner's page: an amount, or the wallet whose stake is read. */
export const SetStake = z
  .strictObject({ diem: StakedDiem.optional(), wallet: StakeWallet.optional() })
  .refine(isEither, { path: ['diem'], message: 'Give diem, or wallet: one of the two' });
export type SetStake = z.output<typeof SetStake>;

/** Bounds of the owner's page. */
const MAX_CURSOR_CHARACTERS = 200;
const MAX_PAGE_ROWS = 100;
const DEFAULT_PAGE_ROWS = 50;
const PAGE_WORDS = `Must be a whole number between 1 and ${MAX_PAGE_ROWS}`;

/** Where a page begins: what the one before it gave as `nextCursor`. */
const Cursor = z.string().max(MAX_CURSOR_CHARACTERS, `Must have at most ${MAX_CURSOR_CHARACTERS} characters`);

/** Query of `GET accounts`: `q` is a part of an e-mail, a wallet or a name, or the beginning of an id. */
export const AccountsQuery = z.object({
  q: z
    .string()
    .max(MAX_SEARCH_CHARACTERS, `Must have at most ${MAX_SEARCH_CHARACTERS} characters`)
    .refine((text) => !text.includes('\0'), 'Must not contain the character U+0000')
    .transform((text) => text.trim().toLowerCase())
    .default(''),
  after: Cursor.optional(),
  pageSize: z
    .string()
    .regex(/^\d{1,9}$/, PAGE_WORDS)
    .transform(Number)
    .pipe(z.number().min(1, PAGE_WORDS).max(MAX_PAGE_ROWS, PAGE_WORDS))
    .default(DEFAULT_PAGE_ROWS),
});
export type AccountsQuery = z.output<typeof AccountsQuery>;

/** Query of `GET errors`. */
export const ErrorsQuery = z.object({ before: Cursor.optional() });
export type ErrorsQuery = z.output<typeof ErrorsQuery>;

/** Whose account is made. */
export const InviteAccount = z.strictObject({ email: Email });

/** What the owner changes at an account; what is absent stays. */
export const ChangeAccount = z
  .strictObject({
    tier: z.enum(['standard', 'partner']).optional(),
    pro: z.boolean().optional(),
    blocked: z.boolean().optional(),
  })
  .refine((change) => Object.keys(change).length > 0, 'Give tier, pro or blocked');
export type ChangeAccount = z.output<typeof ChangeAccount>;

/** An account in the owner's list. Amounts are exact decimal texts, instants ISO 8601. */
export type ListedAccount = {
  id: string;
  /** Null for a wallet's account and a deleted one. */
  email: string | null;
  /** Whose signature opens it. */
  walletAddress: string | null;
  name: string | null;
  role: 'owner' | 'member';
  tier: 'standard' | 'partner';
  pro: boolean;
  blocked: boolean;
  deleted: boolean;
  createdAt: string;
  /** Usable keys. */
  keys: number;
  /** What it can spend now: posted less what requests at work have set aside. */
  balanceUsd: string;
  /** What is left of today's DIEM, and what it may spend each UTC day. */
  balanceDiem: string;
  stakedDiem: string;
  /** Whose stake on the chain is read; null where the owner set the amount. */
  stakeWallet: string | null;
  /** When a key was last used or a request last paid; null for never. */
  lastUsedAt: string | null;
};

/** A page of the owner's list, newest first. */
export type AccountPage = { data: ListedAccount[]; nextCursor: string | null };

/** One account. `spent30dUsd`: today and the 29 days before; null where that could not be added up in time. */
export type AccountDetail = ListedAccount & { spent30dUsd: string | null };

/** What a credit came to; amounts are exact decimal texts of USD, holds not subtracted from the balance. */
export type GrantedCredit = {
  usd: string;
  kind: GrantCredit['kind'];
  reference: string;
  balanceUsd: string;
  /** The reference was used before: nothing was added now. */
  repeated: boolean;
};

/** What an account has staked now; amounts are exact decimal texts of DIEM. */
export type Stake = {
  /** What it may spend each UTC day. */
  stakedDiem: string;
  /** What is left of today's. */
  balanceDiem: string;
  walletAddress: string | null;
  /** Whether the wallet's stake was read just now (`off`: no reader is set up); null where there is no wallet. */
  reading: 'done' | 'failed' | 'off' | null;
};

/** A one-time address for somebody's browser, and when it dies. */
export type Link = { url: string; expiresAt: string };

/** An upstream of a model, as far as this process knows. */
export type UpstreamState = {
  provider: string;
  /** The provider's own name of the model. */
  model: string;
  /** `open` rests after failures, `half_open` is tried again by one request, `unknown` was never asked. */
  state: 'closed' | 'open' | 'half_open' | 'unknown';
  /** In a row. */
  failures: number;
  lastError: string | null;
  since: string | null;
  /** When one request may try it again, where it rests. */
  restsUntil: string | null;
  /** Accounts that get no answer of it for now, because their own calls failed in a row. */
  accountsLeftOut: number;
};

/** A model of the catalogue with its upstreams. */
export type ModelState = {
  id: string;
  name: string;
  type: string;
  /** `offline`: by the operator's word; `removed`: its deprecation is over. */
  state: 'served' | 'offline' | 'removed';
  proOnly: boolean;
  /** Whether any use of it costs something. */
  priced: boolean;
  upstreams: UpstreamState[];
};

/** All models; `notes` tell what automatic providers serve, `missing` which embedded models lack their weights. */
export type ModelsView = {
  data: ModelState[];
  notes: string[];
  missing: { model: string; file: string; folder: string; message: string }[];
};

/** A request that failed by a fault of ours. */
export type OurError = {
  id: string;
  at: string;
  requestId: string;
  accountId: string | null;
  /** The account's e-mail, else its wallet; null where nobody was recognised or the account is deleted. */
  account: string | null;
  route: string;
  modelId: string | null;
  status: number;
  code: string;
  /** What the caller was told. */
  message: string;
  /** Why, in words for the owner alone. */
  cause: string | null;
  durationMs: number;
};

/** A page of them, newest first. */
export type ErrorPage = { data: OurError[]; nextCursor: string | null };
