/** The parameter of the search page that names a document of the account. */
export const DOCUMENT_PARAMETER = 'document';

/**
 * The ID in the address of one of the account's own files, as search results have it; null for any other address.
 * @param origin that of this page
 */
export function ownDocumentOf(url: string, origin: string): string | null {
  if (!URL.canParse(url)) return null;
  const address = new URL(url);
  return address.origin === origin && address.pathname === '/search'
    ? address.searchParams.get(DOCUMENT_PARAMETER)
    : null;
}

/** Where a document of the account can be read. */
export const documentPath = (id: string): string => `/search?${DOCUMENT_PARAMETER}=${encodeURIComponent(id)}`;
