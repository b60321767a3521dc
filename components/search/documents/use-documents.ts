'use client';

import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import { BALANCE_KEY } from '@/components/frame/balance-chip';
import { showToast } from '@/components/ui/toast/toast';
import { USAGE_KEY } from '@/components/usage/usage-key';
import type { DocumentList, ListedDocument } from '@/lib/augment/contract';
import { apiFetch } from '@/lib/client/api';
import { makePendingRemovals } from '@/lib/client/search/pending-removals';

const PATH = '/api/console/documents';
const DOCUMENTS = ['documents'] as const;
const pathOf = (id: string) => `${PATH}/${encodeURIComponent(id)}`;

const removals = makePendingRemovals();

/** The account's own documents, without those that are being removed. */
export function useDocuments() {
  return useQuery({
    queryKey: [...DOCUMENTS, 'list'],
    queryFn: async ({ signal }) => withoutRemoved(await apiFetch<DocumentList>(PATH, { signal })),
  });
}

/** One document with its text. @param id null for none */
export function useDocument(id: string | null) {
  return useQuery({
    queryKey: [...DOCUMENTS, 'one', id],
    enabled: id !== null,
    queryFn: async ({ signal }) =>
      (await apiFetch<{ data: ListedDocument & { text: string } }>(pathOf(id ?? ''), { signal })).data,
  });
}

/** Adds a page by its address, or a file. It costs what reading it costs. */
export function useAddDocument() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (added: { url: string } | File) =>
      apiFetch<{ data: ListedDocument }>(PATH, { method: 'POST', body: added instanceof File ? formOf(added) : added }),
    onSettled: () => {
      for (const queryKey of [DOCUMENTS, BALANCE_KEY, USAGE_KEY]) void client.invalidateQueries({ queryKey });
    },
  });
}

/** Removes a document: from the list at once, from the server when the notice with Undo has gone. */
export function useRemoveDocument() {
  const client = useQueryClient();
  useEffect(() => {
    window.addEventListener('pagehide', removals.leave);
    return () => window.removeEventListener('pagehide', removals.leave);
  }, []);
  const refresh = () => void client.invalidateQueries({ queryKey: DOCUMENTS });
  return ({ id, name }: ListedDocument) => {
    removals.add(id, (leaving) => {
      apiFetch(pathOf(id), { method: 'DELETE', keepalive: leaving })
        .catch(() => showToast('error', `“${name}” could not be removed`))
        .finally(refresh);
    });
    client.setQueryData<DocumentList>([...DOCUMENTS, 'list'], (list) => list && withoutRemoved(list));
    const finish = () => removals.finish(id);
    const undo = () => {
      removals.undo(id);
      refresh();
    };
    const action = { label: 'Undo', onClick: undo };
    showToast('message', 'Document removed', { action, onAutoClose: finish, onDismiss: finish });
  };
}

const withoutRemoved = (list: DocumentList): DocumentList => ({
  ...list,
  data: list.data.filter(({ id }) => !removals.has(id)),
});

function formOf(file: File): FormData {
  const form = new FormData();
  form.append('name', file.name);
  form.append('file', file);
  return form;
}
