'use client';

import { FileUp } from 'lucide-react';
import { useRef, useState, type FormEvent } from 'react';
import { Button } from '@/components/ui/button';
import { Field, Input } from '@/components/ui/field';
import { formatMoney } from '@/components/ui/show/money-text';
import { isApiFailure } from '@/lib/client/failure';
import { READ_USD } from '@/lib/client/search/prices';
import { SearchFailure } from '../results/search-failure';
import { useAddDocument } from './use-documents';

const price = () => formatMoney(READ_USD, 'USD', { exact: true });

/** Adds a page by its address, or a file; the price is on the button. */
export function AddDocument() {
  const [url, setUrl] = useState('');
  const [missing, setMissing] = useState(false);
  const picker = useRef<HTMLInputElement>(null);
  const { mutate, isPending, error, reset, variables } = useAddDocument();
  const failure = isApiFailure(error) ? error : null;
  const isInvalid = failure?.code === 'INVALID_REQUEST';
  const add = (added: { url: string } | File) => mutate(added, { onSuccess: () => setUrl('') });
  const submit = (event: FormEvent) => {
    event.preventDefault();
    setMissing(url.trim() === '');
    if (url.trim() !== '' && !isPending) add({ url: url.trim() });
  };
  return (
    <form noValidate aria-label="Add a document" onSubmit={submit} className="mt-3 flex flex-col gap-2">
      <Field
        label="Address of a page"
        error={missing ? 'Enter an address.' : isInvalid ? (failure.issues[0]?.message ?? failure.message) : null}
      >
        <Input
          type="url"
          inputMode="url"
          autoComplete="off"
          placeholder="https://…"
          value={url}
          onChange={(event) => {
            setMissing(false);
            if (error) reset();
            setUrl(event.target.value);
          }}
        />
      </Field>
      <div className="flex flex-wrap gap-2">
        <Button type="submit" size="small" busy={isPending}>
          Add page · {price()}
        </Button>
        <Button size="small" busy={isPending} onClick={() => picker.current?.click()}>
          <FileUp aria-hidden />
          Add file · {price()}
        </Button>
        <input
          ref={picker}
          type="file"
          hidden
          aria-label="File to add"
          onChange={(event) => {
            const file = event.target.files?.[0];
            // The same file can be chosen again.
            event.target.value = '';
            if (file) add(file);
          }}
        />
      </div>
      {isPending ? (
        <p role="status" className="text-sm text-muted">
          {variables instanceof File ? 'Reading the file…' : 'Reading the page…'}
        </p>
      ) : null}
      {failure && !isInvalid ? (
        <SearchFailure
          failure={failure}
          what="The document was not added."
          onRetry={() => variables && add(variables)}
        />
      ) : null}
    </form>
  );
}
