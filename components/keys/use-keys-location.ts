'use client';

import { parseAsBoolean, parseAsString, parseAsStringLiteral, useQueryStates } from 'nuqs';
import { useEffect, useRef, useState } from 'react';
import { KEY_SORTS, type KeyView } from './table/arrange-keys';

const PARSERS = {
  q: parseAsString.withDefault(''),
  type: parseAsStringLiteral(['inference', 'admin']),
  expiring: parseAsBoolean.withDefault(false),
  limited: parseAsBoolean.withDefault(false),
  sort: parseAsStringLiteral(KEY_SORTS).withDefault('created'),
  order: parseAsStringLiteral(['asc', 'desc']).withDefault('desc'),
  /** The ID of the open key. */
  key: parseAsString,
  /** Opens the form for a new key, whatever its value, so that links can. It is removed as soon as the form is open. */
  create: parseAsString,
};

/** The page's state as stored in its URL, so that every view can be shared and survives a reload. */
export function useKeysLocation() {
  const [location, setLocation] = useQueryStates(PARSERS);
  const pushed = useRef(false);
  const isAsked = location.create !== null;
  const [isCreating, setCreating] = useState(isAsked);
  if (isAsked && !isCreating) setCreating(true);
  useEffect(() => {
    if (isAsked) void setLocation({ create: null });
  }, [isAsked, setLocation]);
  return {
    view: location satisfies KeyView,
    keyId: location.key,
    isCreating,
    setCreating,
    change: (view: Partial<KeyView>) => void setLocation(view),
    clearFilters: () => void setLocation({ q: null, type: null, expiring: null, limited: null }),
    /** Opens a key; the browser's Back closes it. */
    open: (key: string) => {
      pushed.current = true;
      void setLocation({ key }, { history: 'push' });
    },
    close: () => {
      if (pushed.current) window.history.back();
      else void setLocation({ key: null });
      pushed.current = false;
    },
  };
}
