'use client';

import { Component, Suspense, type ReactNode } from 'react';
import { showToast } from '../toast/toast';

type ChunkBoundaryProps = {
  /** Shown until the code is loaded. */
  fallback?: ReactNode;
  /** Shown if it cannot be loaded; defaults to `fallback`. */
  errorFallback?: ReactNode;
  /** A new value is a new attempt: a failure is reported again. */
  resetKey?: unknown;
  /** Called if it cannot be loaded, so that the caller can reset its open state. */
  onLoadError?: () => void;
  children: ReactNode;
};

type ChunkBoundaryState = Pick<ChunkBoundaryProps, 'resetKey'> & { failure: Error | null };

/**
 * Wraps components whose code loads when they are first shown (`lazy`). If it cannot be loaded, because the browser is
 * offline or the service was updated in the meantime, the rest of the page keeps working and a message offers to reload
 * it. The bundler caches a failed load, so nothing else would help. All other errors propagate.
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

/** Whether an error means that code could not be loaded. */
export const isChunkLoadError = ({ name }: Error): boolean => name === 'ChunkLoadError';

/** Reports that code could not be loaded, and offers to reload the page. */
export function offerReload(): void {
  showToast('error', 'Part of this page could not be loaded', {
    id: 'missing-code',
    description: 'Reload the page when the server can be reached.',
    duration: Infinity,
    // Not over the controls at the bottom of the page, such as Send.
    position: 'top-center',
    action: { label: 'Reload', onClick: () => window.location.reload() },
  });
}
