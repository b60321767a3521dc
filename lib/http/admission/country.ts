import { settings } from '../../platform/env';
import type { ApiRequest } from '../request';

const COUNTRY = /^[A-Z]{2}$/;

/**
 * The country of a request's client as the operator's proxy reports it (`COUNTRY_HEADER`), ISO 3166-1 alpha-2 in
 * capitals.
 * @returns null if the header is missing or names no country; undefined if the operator has named no header
 */
export function countryOf({ headers }: ApiRequest): string | null | undefined {
  const { countryHeader } = settings();
  if (countryHeader === undefined) return undefined;
  const country = headers.get(countryHeader)?.trim().toUpperCase() ?? '';
  return COUNTRY.test(country) ? country : null;
}
