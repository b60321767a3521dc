import { lazyWithPreload } from '@/components/ui/lazy/lazy-with-preload';

// Most people sign in another way.
export const [SignWithWallet, preloadSignWithWallet] = lazyWithPreload(() => import('./sign-with-wallet'));
