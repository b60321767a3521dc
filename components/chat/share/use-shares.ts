'use client';

import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { forgetRevocation } from '@/lib/client/chat/share/revocations';
import { listShared, putShared, removeShared } from '@/lib/client/chat/share/shares';
import type { PutSharedChat } from '@/lib/shared-chats/contract';

const KEY = ['shared-chats'];

/** The chats that the account shares, the newest first. */
export function useShares() {
  return useQuery({ queryKey: KEY, queryFn: ({ signal }) => listShared(signal) });
}

/** Shares a chat, or renews its copy. */
export function useShare(accountId: string) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (body: PutSharedChat) => {
      forgetRevocation(accountId, body.chatId);
      return putShared(body);
    },
    onSettled: () => client.invalidateQueries({ queryKey: KEY }),
  });
}

/** Stops sharing a chat, by the end of its link. */
export function useStopSharing() {
  const client = useQueryClient();
  return useMutation({ mutationFn: removeShared, onSettled: () => client.invalidateQueries({ queryKey: KEY }) });
}
