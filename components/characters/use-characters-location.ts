'use client';

import { useAddress } from '@/components/ui/use-address';
import { CHARACTER_ORDERS } from '@/lib/characters/constants';

/** A sort order of the list; empty for the default. */
export type Order = (typeof CHARACTER_ORDERS)[number] | '';

/** The page's state as stored in its URL, so that every view can be shared and survives a reload. */
export type CharactersLocation = {
  view: 'all' | 'yours';
  search: string;
  order: Order;
  adult: boolean;
  /** The slug of the open character. */
  character: string | null;
};

type Name = 'view' | 'q' | 'sort' | 'adult' | 'character';

/** Reads and writes the page's URL. */
export function useCharactersLocation() {
  const { params, ...address } = useAddress<Name>('character');
  const sort = params.get('sort');
  const location: CharactersLocation = {
    view: params.get('view') === 'yours' ? 'yours' : 'all',
    search: params.get('q') ?? '',
    order: CHARACTER_ORDERS.find((order) => order === sort) ?? '',
    adult: params.get('adult') === 'true',
    character: params.get('character'),
  };
  return { location, ...address };
}
