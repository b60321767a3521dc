import { z } from 'zod';
import { Email } from '../accounts/contract';
import { MAX_NANO_USD, parseUsd } from '../core/money';
import { NANO_PER_MICRO } from '../x402/constants';
import { MAX_SEARCH_CHARACTERS } from './constants';

export type {
  CheckedPayment,
  OperatorPayment,
  PaymentPage,
  RecordedRefund,
  WalletNetwork,
  WalletsView,
} from './wallets/contract';

const MAX_REFERENCE_CHARACTERS = 100;

/**
 * An amount as an operator types it, parsed to nano units. Commas are refused: `1,000` means a thousand to some and one
 * to others.
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

/** What names a credit or a refund, or a transaction elsewhere. */
const Reference = z
  .string()
  .regex(/^[\w.:@/-]+$/, 'Must be letters, digits, and . : @ / _ -')
  .max(MAX_REFERENCE_CHARACTERS, `Must have at most ${MAX_REFERENCE_CHARACTERS} characters`);

/**
 * How much credit, and why. The sender chooses the reference, and each is added only once, so that the request can be
 * repeated.
 */
export const GrantCredit = z.strictObject({
  usd: amount('USD', 'above 0'),
  kind: z.enum(['GRANT', 'TOP_UP', 'REFUND']).default('GRANT'),
  reference: Reference,
});
export type GrantCredit = z.output<typeof GrantCredit>;

/**
 * How much USDC of a payment was sent back. The sender chooses the reference, and each is recorded only once, so that the
 * request can be repeated. The transaction is the one that sent it back.
 */
export const RefundPayment = z.strictObject({
  usd: amount('USD', 'above 0').refine((nano) => nano % NANO_PER_MICRO === 0n, 'Must have at most six decimals'),
  reference: Reference,
  transaction: Reference.optional(),
});
export type RefundPayment = z.output<typeof RefundPayment>;

/** A stake in DIEM, and the wallet of one on the chain. */
export const StakedDiem = amount('DIEM', 'of 0 or more');
export const StakeWallet = z.string().regex(/^0x[0-9a-f]{40}$/i, 'Must be an address: 0x and 40 hexadecimal digits');

/** Whether exactly one of the two is given. */
export const isEither = ({ diem, wallet }: { diem?: bigint | undefined; wallet?: string | undefined }) =>
  (diem === undefined) !== (wallet === undefined);

/** A stake set on the owner's page: an amount, or the wallet whose stake is read. */
export const SetStake = z
  .strictObject({ diem: StakedDiem.optional(), wallet: StakeWallet.optional() })
  .refine(isEither, { path: ['diem'], message: 'Must have either diem or wallet' });
export type SetStake = z.output<typeof SetStake>;

/** Limits of the owner's page. */
const MAX_CURSOR_CHARACTERS = 200;
const MAX_PAGE_ROWS = 100;
const DEFAULT_PAGE_ROWS = 50;
const PAGE_SIZE_MESSAGE = `Must be a whole number between 1 and ${MAX_PAGE_ROWS}`;

/** Where a page begins: `nextCursor` of the previous one. */
const Cursor = z.string().max(MAX_CURSOR_CHARACTERS, `Must have at most ${MAX_CURSOR_CHARACTERS} characters`);

/** Query of `GET accounts`: `q` is part of an email, wallet, or name, or the beginning of an ID. */
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
    .regex(/^\d{1,9}$/, PAGE_SIZE_MESSAGE)
    .transform(Number)
    .pipe(z.number().min(1, PAGE_SIZE_MESSAGE).max(MAX_PAGE_ROWS, PAGE_SIZE_MESSAGE))
    .default(DEFAULT_PAGE_ROWS),
});
export type AccountsQuery = z.output<typeof AccountsQuery>;

/** Query of `GET wallets/payments`. */
export const PaymentsQuery = z.object({
  state: z.enum(['open', 'failed', 'credited'], 'Must be open, failed, or credited').optional(),
  after: Cursor.optional(),
});
export type PaymentsQuery = z.output<typeof PaymentsQuery>;

/** Query of `GET errors`. */
export const ErrorsQuery = z.object({ before: Cursor.optional() });
export type ErrorsQuery = z.output<typeof ErrorsQuery>;

/** Query of `GET changes`. */
export const ChangesQuery = z.object({ before: Cursor.optional() });
export type ChangesQuery = z.output<typeof ChangesQuery>;

/** The email of a new account. */
export const InviteAccount = z.strictObject({ email: Email });

/** Changes of an account by the owner; absent members are unchanged. The role is changed alone. */
export const ChangeAccount = z
  .strictObject({
    tier: z.enum(['standard', 'partner']).optional(),
    pro: z.boolean().optional(),
    blocked: z.boolean().optional(),
    role: z.enum(['owner', 'member']).optional(),
  })
  .refine((change) => Object.keys(change).length > 0, 'Must have tier, pro, blocked, or role')
  .refine(({ role, ...others }) => role === undefined || Object.keys(others).length === 0, {
    path: ['role'],
    message: 'Must be changed alone',
  });
export type ChangeAccount = z.output<typeof ChangeAccount>;

/** An account in the owner's list. Amounts are exact decimal texts, instants ISO 8601. */
export type ListedAccount = {
  id: string;
  /** Null for a wallet's account and a deleted one. */
  email: string | null;
  /** The wallet whose signature creates its keys. */
  walletAddress: string | null;
  /** Wallets that are linked to it, the oldest link first. */
  linkedWallets: string[];
  name: string | null;
  role: 'owner' | 'member';
  tier: 'standard' | 'partner';
  pro: boolean;
  blocked: boolean;
  deleted: boolean;
  createdAt: string;
  /** Usable keys. */
  keys: number;
  /** What it can spend now: the posted balance minus live holds. */
  balanceUsd: string;
  /** The remainder of today's DIEM, and the DIEM per UTC day. */
  balanceDiem: string;
  stakedDiem: string;
  /** The wallet whose stake is read from the chain; null if the owner set the amount. */
  stakeWallet: string | null;
  /** When a key was last used or a request last paid; null for never. */
  lastUsedAt: string | null;
};

/** A page of the owner's list, newest first. */
export type AccountPage = { data: ListedAccount[]; nextCursor: string | null };

/** One account. `spent30dUsd`: today and the 29 days before; null if that could not be added up in time. */
export type AccountDetail = ListedAccount & { spent30dUsd: string | null };

/** The result of a credit; amounts are exact decimal texts of USD, holds not subtracted from the balance. */
export type GrantedCredit = {
  usd: string;
  kind: GrantCredit['kind'];
  reference: string;
  balanceUsd: string;
  /** The reference was used before: nothing was added now. */
  repeated: boolean;
};

/** The current stake of an account; amounts are exact decimal texts of DIEM. */
export type Stake = {
  /** The DIEM per UTC day. */
  stakedDiem: string;
  /** The remainder of today's. */
  balanceDiem: string;
  walletAddress: string | null;
  /** Whether the wallet's stake was just read (`off`: no reader is configured); null if there is no wallet. */
  reading: 'done' | 'failed' | 'off' | null;
};

/** A one-time URL for a user's browser, and when it expires. */
export type Link = { url: string; expiresAt: string };

/** An upstream of a model, as seen by this process. */
export type UpstreamState = {
  provider: string;
  /** The provider's name of the model. */
  model: string;
  /** `open` is disabled after failures, `half_open` is retried by one request, `unknown` had no requests yet. */
  state: 'closed' | 'open' | 'half_open' | 'unknown';
  /** In a row. */
  failures: number;
  lastError: string | null;
  since: string | null;
  /** When one request may retry it, if it is disabled. */
  restsUntil: string | null;
  /** Accounts for which it is temporarily disabled, because their own calls failed in a row. */
  accountsLeftOut: number;
  /** False if its usage reports are ignored, because they were repeatedly above what it was asked for. */
  usageBelieved: boolean;
};

/** A model of the catalog with its upstreams. */
export type ModelState = {
  id: string;
  name: string;
  type: string;
  /** `offline`: set by the operator; `removed`: after its deprecation. */
  state: 'served' | 'offline' | 'removed';
  proOnly: boolean;
  /** Whether any use of it costs something. */
  priced: boolean;
  upstreams: UpstreamState[];
};

/** An embedded model that this installation has or is getting. */
export type LocalModel = {
  id: string;
  name: string;
  /** `fetching`: its weights are on their way; `loading`: into memory; `waiting`: until the next try; `ready`: it answers. */
  state: 'fetching' | 'loading' | 'waiting' | 'ready';
  /** Of its weights; 0 while another process fetches them. */
  doneBytes: number;
  totalBytes: number;
  /** Why the last try failed, as a sentence; null unless it waits. */
  reason: string | null;
  /** When the next try begins, ISO 8601; null unless it waits. */
  retryAt: string | null;
  /** How fast it answered in this process, the median of its last answers; null before the first one. */
  tokensPerSecond: number | null;
};

/** The embedded models, and why no model is available (`GET /api/console/engine`). */
export type EngineView = {
  /** One or two sentences for the user. */
  message: string;
  /** The weights that are missing. */
  weights: { model: string; file: string; sha256: string; folder: string }[];
  /** The better ones last. */
  models: LocalModel[];
  /** Why this machine gets no better model, as a sentence; null if it does, or if the operator decided. */
  declined: string | null;
  /** Whether the caller may connect a provider. */
  canConnect: boolean;
};

/** All models; `notes` say what automatic providers serve, `missing` which embedded models lack weights. */
export type ModelsView = {
  data: ModelState[];
  notes: string[];
  missing: { model: string; file: string; folder: string; message: string }[];
  local: LocalModel[];
};

/** A request that failed with a server-side error. */
export type OurError = {
  id: string;
  at: string;
  requestId: string;
  accountId: string | null;
  /** The account's email, else its wallet; null if the caller is unknown or the account is deleted. */
  account: string | null;
  route: string;
  modelId: string | null;
  status: number;
  code: string;
  /** The message sent to the caller. */
  message: string;
  /** The cause, for the owner only. */
  cause: string | null;
  durationMs: number;
};

/** A page of them, newest first. */
export type ErrorPage = { data: OurError[]; nextCursor: string | null };

/** A change of the installation: of a provider, of a model of one, or of who is an owner. */
export type RecordedChange = {
  id: string;
  at: string;
  /** Who changed it: an email, else a wallet; null for a deleted account, and for the admin command. */
  actor: string | null;
  byCommand: boolean;
  /** `provider.add`, `model.change`, `account.role`, … */
  action: string;
  /** What was changed: the ID of a provider or a model, the email or wallet of an account. */
  subject: string;
  /** What has changed; never a secret. */
  detail: Record<string, unknown>;
};

/** A page of them, newest first. */
export type ChangePage = { data: RecordedChange[]; nextCursor: string | null };
