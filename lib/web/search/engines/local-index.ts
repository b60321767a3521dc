import { searchIndex } from '../../index/search-index';
import type { SearchEngine } from '../search-engine';

/** The local index: the default, and the only engine that asks nobody. */
export const localIndex: SearchEngine = {
  name: 'index',
  keeps: 'Queries stay on this server, and are not kept.',
  search: (query, signal) => searchIndex(query, signal),
};
