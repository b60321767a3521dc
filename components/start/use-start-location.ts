'use client';

import { useAddress } from '@/components/ui/use-address';

type Name = 'step' | 'provider' | 'tested';

/** The page's state as stored in its URL, so that a reload, Back, and a second tab show the same. */
export type StartLocation = {
  /** Connecting a provider; null for the choice. */
  step: 'connect' | null;
  /** The connected provider whose models are chosen. */
  provider: string | null;
  /** The provider's name of the model that answered the test call. */
  tested: string | null;
};

/** Reads and writes the page's URL. A key that is typed is never a part of it. */
export function useStartLocation() {
  const { params, change, open, close } = useAddress<Name>('step');
  const location: StartLocation = {
    step: params.get('step') === 'connect' ? 'connect' : null,
    provider: params.get('provider'),
    tested: params.get('tested'),
  };
  return {
    location,
    connect: () => open('connect'),
    leaveConnect: close,
    /** Chooses models of a provider, in place of what was shown. */
    chooseModels: (provider: string, tested: string | null) => change({ step: '', provider, tested: tested ?? '' }),
    finish: () => change({ step: '', provider: '', tested: '' }),
  };
}

/** What `useStartLocation` returns. */
export type Start = ReturnType<typeof useStartLocation>;
