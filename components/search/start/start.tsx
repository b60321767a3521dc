import { Button } from '@/components/ui/button';
import { formatMoney } from '@/components/ui/show/money-text';
import { SEARCH_USD } from '@/lib/client/search/prices';
import type { Asked } from '@/lib/client/search/types';

const EXAMPLES = ['How do API keys work here', 'How is a request charged', 'Rate limits per minute'];

const price = () => formatMoney(SEARCH_USD, 'USD', { exact: true });

/** What the page is for, what it costs (`isFree`: reading does not), and searches that work on every installation: the service's own documentation is indexed. */
export function Examples({ isFree, onChoose }: { isFree: boolean; onChoose: (query: string) => void }) {
  return (
    <section className="min-w-0">
      <h2 className="text-base font-semibold">What do you want to find?</h2>
      <p className="mt-1 max-w-prose text-muted">
        A search costs {price()}
        {isFree ? '; reading a page that it finds is free' : ', and so does reading a page'}. Failures are not charged.
        Results stay in this tab, so that reloading is free.
      </p>
      <ul className="mt-4 flex flex-col items-start gap-2">
        {EXAMPLES.map((query) => (
          <li key={query} className="max-w-full">
            <Button size="small" onClick={() => onChoose(query)} className="max-w-full">
              <span className="truncate">{query}</span>
              <span className="figure-text text-xs text-muted">{price()}</span>
            </Button>
          </li>
        ))}
      </ul>
    </section>
  );
}

/** A search that only the URL names: it is not paid for until somebody wants it. */
export function NotSearched({ asked, onSearch }: { asked: Asked; onSearch: () => void }) {
  return (
    <section className="min-w-0 border-t border-line pt-6">
      <h2 className="text-base font-semibold wrap-anywhere">Search for “{asked.query}”</h2>
      <p className="mt-1 max-w-prose text-muted">
        This tab does not have its results. Opening a link or a reload never searches by itself.
      </p>
      <Button className="mt-4" onClick={onSearch}>
        Search · {price()}
      </Button>
    </section>
  );
}
