/**
 * `npm run -s bench -- wallets`: what wallets cost the server: how many sign-ins a core checks per second, compared with
 * the bare signatures in the same rounds, and how much longer a paid request takes that a wallet has signed than the same
 * request with a key; the callers take turns in one run, on the embedded database and a scripted upstream. Prints
 * Markdown and one line of JSON; never fails because of a slow result.
 */
import { printMachine } from './report/machine';
import { table } from './report/table';
import { measureChecks } from './wallets/checks';
import { measureRequests } from './wallets/requests';

const checks = await measureChecks();
const requests = await measureRequests();
printMachine();
table(
  ['sign-in', 'checked/s', 'bare signatures/s', 'checked ÷ bare'],
  checks.map(({ kind, bareBy, perSecond, barePerSecond }) => [
    ...[kind, perSecond.toFixed(0), `${barePerSecond.toFixed(0)} (${bareBy})`],
    (perSecond / barePerSecond).toFixed(2),
  ]),
);
table(
  ['paid request', 'p50', 'added to that with a key'],
  requests.map(({ caller, p50Ms, addedMs }) => [caller, `${p50Ms.toFixed(2)} ms`, `${addedMs.toFixed(2)} ms`]),
);
console.log(JSON.stringify({ bench: 'wallets', checks, requests }));
