/*
 * For servers of tests whose callers name any server: every name is one of this machine, where no page or file of callers
 * may be read from, so that nothing is sent to name servers or to others. Loaded with `--import`.
 */
import { Resolver } from 'node:dns/promises';

Object.assign(Resolver.prototype, {
  resolve4: () => Promise.resolve(['127.0.0.1']),
  resolve6: () => Promise.resolve([]),
});
