'use client';

import { Component, Suspense, type ReactNode } from 'react';
import { showToast } from '../toast/toast';

type ChunkBoundaryProps = {
  /** What stands until the code is there. */
  fallback?: ReactNode;
  /** What stands where it did not come; `meanwhile` unless told otherwise. */
  errorFallback?: ReactNode;
  /** Another value is another attempt: what did not come is said anew. */
  resetKey?: unknown;
  /** Called where it did not come, for whoever believes that it stands. */
  onLoadError?: () => void;
  children: ReactNode;
};

type ChunkBoundaryState = Pick<ChunkBoundaryProps, 'resetKey'> & { failure: Error | null };

/**
 * Around components whose code is fetched when they are first shown (`lazy`). Where it cannot be fetched, the rest of the
 * page goes on, and a message offers to load the page anew: the browser is offline, or the service was renewed since the
 * page was loaded. The bundler keeps a failed fetch, so nothing short of that helps. All other errors go on to the page.
 */
export class ChunkBoundary extends Component<ChunkBoundaryProps, ChunkBoundaryState> {
  override state: ChunkBoundaryState = { failure: null, resetKey: this.props.resetKey };

  static getDerivedStateFromProps({ resetKey }: ChunkBoundaryProps, state: ChunkBoundaryState) {
    return resetKey === state.resetKey ? null : { failure: null, resetKey };
  }

  static getDerivedStateFromError(failure: Error) {
    return { failure };
  }

  override componentDidCatch(failure: Error) {
    if (!isChunkLoadError(failure)) return;
    offerReload();
    this.props.onLoadError?.();
  }

  override render() {
    const { fallback = null, errorFallback = fallback, children } = this.props;
    const { failure } = this.state;
    if (failure === null) return <Suspense fallback={fallback}>{children}</Suspense>;
    if (!isChunkLoadError(failure)) throw failure;
    return errorFallback;
  }
}

/** Whether an error says that code could not be fetched. */
export const isChunkLoadError = ({ name }: Error): boolean => name === 'ChunkLoadError';

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
