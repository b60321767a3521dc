/** A wallet in a test's page. Its person is the test. */
export type TestWallet = {
  name: string;
  address: string;
  /** Whether the person declines what the page asks them to sign. */
  declines: boolean;
  /** Whether the person never answers. */
  isSlow: boolean;
  /** How often something was signed. */
  signed: number;
};

/** The picture of both wallets. */
export const ICON =
  'data:image/svg+xml;base64,' +
  Buffer.from(
    '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 24 24"><rect width="24" height="24" rx="6" fill="#3b5bdb"/></svg>',
  ).toString('base64');
