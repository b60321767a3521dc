import { HOUR_MS, MINUTE_MS } from '../core/time';

/** A limit per window. */
export type Rule = { limit: number; windowMs: number };

/** A rule, and whom and what it counts. */
export type NamedRule = Rule & {
  /** Label of the refusal metric. */
  per: 'address' | 'account' | 'email';
  /** The action's name in the refusal, which then names the bound; absent for authentication attempts. */
  what?: string;
};

/** The rules for what is counted per address, email, or account. */
export const RULES = {
  /** For all emails, so a pair of an address and an email cannot have more either. */
  signIn: { limit: 10, windowMs: MINUTE_MS, per: 'address' },
  /** From all addresses, against distributed guessing: so high that a few attackers cannot lock the owner out. */
  signInEmail: { limit: 100, windowMs: MINUTE_MS, per: 'email' },
  signUp: { limit: 5, windowMs: HOUR_MS, per: 'address' },
  /** Steps of signing in with another service, each of which makes us call that service. */
  serviceSignIn: { limit: 60, windowMs: MINUTE_MS, per: 'address' },
  resetPassword: { limit: 10, windowMs: MINUTE_MS, per: 'address' },
  /** Actions that require the password. Far too few for guessing. */
  currentPassword: { limit: 10, windowMs: MINUTE_MS, per: 'account' },
  /** Wallets that are linked, or whose merge is asked about: each checks a signature, and may ask a node. */
  linkWallet: { limit: 30, windowMs: MINUTE_MS, per: 'account', what: 'requests to link a wallet' },
  /** An export reads everything of the account. */
  exportAccount: { limit: 5, windowMs: HOUR_MS, per: 'account', what: 'exports of the account' },
  /** The account's requests as a file, which may read its whole history. */
  exportUsage: { limit: 20, windowMs: HOUR_MS, per: 'account', what: 'exports of requests' },
  /** Retired routes that only name their successor (docs/api-rules.md, "Rate limits"). */
  retiredRoute: { limit: 60, windowMs: MINUTE_MS, per: 'address', what: 'requests to retired routes' },
  /** Tokens for a wallet to sign, and keys made by its signature (docs/api-rules.md, "Keys by wallet signature"). */
  walletToken: { limit: 60, windowMs: MINUTE_MS, per: 'address', what: 'requests for wallet tokens' },
  /** Sign-ins of wallets without an account, each of which costs a check of its signature and a stored nonce. */
  unknownWallet: { limit: 60, windowMs: MINUTE_MS, per: 'address', what: 'sign-ins of wallets without credit' },
  /** Sign-ins whose signature a contract has to check: each asks the node of its chain. */
  contractSignIn: { limit: 60, windowMs: MINUTE_MS, per: 'address', what: 'sign-ins of contract wallets' },
  /** Requests to add credit: each with a payment asks a node of its network. */
  topUp: { limit: 10, windowMs: MINUTE_MS, per: 'address', what: 'requests to add credit' },
  /** The same by a signed-in person, and transactions made for them to sign. */
  topUpAccount: { limit: 30, windowMs: MINUTE_MS, per: 'account', what: 'requests to add credit' },
  /** A wallet's own records. */
  walletBalance: { limit: 30, windowMs: MINUTE_MS, per: 'address', what: 'requests for a wallet’s balance' },
  walletTransactions: { limit: 20, windowMs: MINUTE_MS, per: 'address', what: 'requests for a wallet’s transactions' },
  walletKey: { limit: 20, windowMs: MINUTE_MS, per: 'address' },
  /** The whole reference in one text of some 200 KB, for tools and agents: they need it once. */
  wholeReference: { limit: 60, windowMs: MINUTE_MS, per: 'address', what: 'requests for the whole reference' },
  /** Chats that are shared: each is checked and stored as a whole. */
  shareChat: { limit: 30, windowMs: MINUTE_MS, per: 'account', what: 'requests to share a chat' },
  /** Reads of shared chats, which have up to 1 MB. */
  sharedChat: { limit: 60, windowMs: MINUTE_MS, per: 'address', what: 'requests for shared chats' },
  /** Page requests without a session: each costs about 20 ms of the renderer. Prefetches count, too. */
  page: { limit: 600, windowMs: MINUTE_MS, per: 'address', what: 'requests for pages' },
  /** Requests to the browser session's own routes, including sign-in: per account of a session. */
  sessionRouteAccount: { limit: 300, windowMs: MINUTE_MS, per: 'account', what: 'requests to the sign-in routes' },
  /** The same without a session. Counted separately: addresses that fill this window do not affect accounts. */
  sessionRouteAddress: { limit: 300, windowMs: MINUTE_MS, per: 'address', what: 'requests to the sign-in routes' },
} satisfies Record<string, NamedRule>;

/** The name of a rule. */
export type RuleName = keyof typeof RULES;
