'use client';

import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { listShared, putShared, removeShared } from '@/lib/client/chat/share/shares';

const KEY = ['shared-chats'];

/** The chats that the account shares, the newest first. */
export function useShares() {
  return useQuery({ queryKey: KEY, queryFn: ({ signal }) => listShared(signal) });
}

/** Shares a chat, and stops sharing one. */
export function useChangeShares() {
  const client = useQueryClient();
  const onSettled = () => client.invalidateQueries({ queryKey: KEY });
  return {
    put: useMutation({ mutationFn: putShared, onSettled }),
    remove: useMutation({ mutationFn: removeShared, onSettled }),
  };
}
