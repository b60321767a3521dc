'use client';

import { useEffect, useRef, useState } from 'react';
import { isApiFailure } from '@/lib/client/failure';
import { sendRaw, type RawAnswer, type RawRequest } from '@/lib/client/send-raw';

/** The state of a try-it request. `failure` is a sentence: there was no response. */
export type TryState = { busy: boolean; answer: RawAnswer | null; failure: string | null };

const IDLE: TryState = { busy: false, answer: null, failure: null };

/** Sends requests one at a time; the response grows as it arrives. */
export function useTry() {
  const [state, setState] = useState(IDLE);
  const running = useRef<AbortController | null>(null);
  useEffect(() => () => running.current?.abort(), []);

  const send = async (request: RawRequest) => {
    const control = new AbortController();
    running.current = control;
    setState({ ...IDLE, busy: true });
    try {
      for await (const answer of sendRaw(request, control.signal)) setState({ busy: true, answer, failure: null });
      setState((before) => ({ ...before, busy: false }));
    } catch (error) {
      const failure = control.signal.aborted
        ? null
        : isApiFailure(error)
          ? error.message
          : 'Connection lost before the response was complete.';
      setState((before) => ({ ...before, busy: false, failure }));
    }
  };
  return { state, send, stop: () => running.current?.abort() };
}
