'use client';

import { Component, Suspense, type ReactNode } from 'react';
import { showToast } from '../toast/toast';

type FetchedProps = {
  /** What stands until the code is there. */
  meanwhile?: ReactNode;
  /** What stands where it did not come; `meanwhile` unless told otherwise. */
  instead?: ReactNode;
  /** Another value is another attempt: what did not come is said anew. */
  attempt?: unknown;
  /** Called where it did not come, for whoever believes that it stands. */
  onMissing?: () => void;
  children: ReactNode;
};

type FetchedState = Pick<FetchedProps, 'attempt'> & { failure: Error | null };

/**
 * Around components whose code is fetched when they are first shown (`lazy`). Where it cannot be fetched, the rest of the
 * page goes on, and a message offers to load the page anew: the browser is offline, or the service was renewed since the
 * page was loaded. The bundler keeps a failed fetch, so nothing short of that helps. All other errors go on to the page.
 */
export class Fetched extends Component<FetchedProps, FetchedState> {
  override state: FetchedState = { failure: null, attempt: this.props.attempt };

  static getDerivedStateFromProps({ attempt }: FetchedProps, state: FetchedState) {
    return attempt === state.attempt ? null : { failure: null, attempt };
  }

  static getDerivedStateFromError(failure: Error) {
    return { failure };
  }

  override componentDidCatch(failure: Error) {
    if (!isMissingCode(failure)) return;
    offerReload();
    this.props.onMissing?.();
  }

  override render() {
    const { meanwhile = null, instead = meanwhile, children } = this.props;
    const { failure } = this.state;
    if (failure === null) return <Suspense fallback={meanwhile}>{children}</Suspense>;
    if (!isMissingCode(failure)) throw failure;
    return instead;
  }
}

/** Whether an error says that code could not be fetched. */
export const isMissingCode = ({ name }: Error): boolean => name === 'ChunkLoadError';

/** Says that code did not come, with a way to load the page anew. */
export function offerReload(): void {
  showToast('error', 'Part of this page could not be loaded', {
    id: 'missing-code',
    description: 'Reload the page when the server can be reached.',
    duration: Infinity,
    // Not over what stands at the end of the page, such as Send.
    position: 'top-center',
    action: { label: 'Reload', onClick: () => window.location.reload() },
  });
}
