import { lazyWithPreload } from '@/components/ui/lazy/lazy-with-preload';

// The libraries of wallets are larger than the pages: they are loaded when somebody wants to connect one.
export const [BaseWallet] = lazyWithPreload(() => import('./base-wallet'));
export const [SolanaWallet] = lazyWithPreload(() => import('./solana-wallet'));
