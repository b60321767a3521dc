/**
 * The composition root: starts the parts in order, once per process. The production server awaits it;
 * `instrumentation.ts` calls it under Next's own server. Only it may import every folder of `lib`.
 */
import { HOUR_MS, MINUTE_MS } from '../core/time';
import { purgeEndedSessions } from '../accounts/ended-sessions';
import { ensureOperatorToken, removeOperatorToken } from '../accounts/operator-token';
import { ensureOwner } from '../accounts/sign-up/ensure-owner';
import { syncServiceCharacters } from '../characters/sync-service-characters';
import { stopChatEngine } from '../engines/chat';
import { noteDeclined } from '../engines/local-models';
import { purgeFailedRequests } from '../failures/purge';
import { flushFailedRequests } from '../failures/failure-buffer';
import { purgeRecords } from '../idempotency/purge-records';
import { discardUnfinishedRecords } from '../idempotency/discard-unfinished-records';
import { drainCharges } from '../ledger/charge/in-flight';
import { startStakeRefresh } from '../ledger/stake/refresh';
import { settlePending } from '../ledger/charge/settle-with-retry';
import { openPendingCharges } from '../ledger/charge/pending-charges';
import { purgeEndedHolds, voidOpenHolds } from '../ledger/purge-holds';
import { startLimits } from '../limits/start-limits';
import { catalog } from '../models/catalog';
import { activeCatalogAt } from '../models/deprecation';
import type { ServiceFile } from '../models/service-file/file';
import { clock } from '../platform/clock';
import { environment, exportOrigin, settings, type Settings } from '../platform/env';
import { log } from '../platform/log';
import { processState } from '../platform/process-state';
import { installWebAccess } from '../web/access';
import { readPage } from '../web/page/read-page';
import { searchWeb } from '../web/search/search-web';
import { purgeNonces } from '../x402/siwx/nonces';
import { announce } from './announce';
import { checkTestMoney } from './check-test-money';
import { collectGauges } from './collect-gauges';
import { every } from './every';
import { openConfiguredDatabase } from './open-configured-database';
import { assembleCatalog, loadConnected, readOperatorFile, refreshAutomatic, serveInstalled } from './assemble';
import { keepBetterModels } from './better-models';
import { keepConnected } from './keep-connected';
import { keepIndex } from './keep-index';
import { checkEmbeddedModels, chooseModels, discardUnwanted } from './choose-models';
import { connectLocalChains } from './local-chains';
import { keepEmbedder } from './embedder';
import { keepImageWeights } from './image-weights';
import { keepSafetyModel } from './safety-model';
import { watchPayments, watchWallets } from './wallets';
import { fetchFirst, startInstalled } from './weights';

/** How often the lists of automatic providers are read again. */
const REFRESH_MS = 10 * MINUTE_MS;
/** How often old holds are removed. */
const PURGE_MS = HOUR_MS;
/** How long shutdown waits for the charges of clients that have just disconnected. */
const DRAIN_MS = 5_000;

/** A booted process. */
export type Running = {
  /** Prints where it listens and the first steps for a new user. */
  announce: () => Promise<void>;
  /** Reloads the service file and the installed weights; errors are logged and the old catalog stays. */
  reload: () => Promise<void>;
  /** Waits for charges in progress, then stops the engines and closes the database. */
  stop: () => Promise<void>;
};

/**
 * Boots this process; a second call gets the first one's result.
 * @throws Error with a message for the operator: invalid settings, an invalid service file, a database in use
 */
export function boot(): Promise<Running> {
  return processState('boot', start);
}

async function start(): Promise<Running> {
  const current = settings();
  exportOrigin(current);
  // Configuration mistakes must stop the start before anything is opened.
  checkEmbeddedModels(current);
  const file = await readOperatorFile(current);
  await connectLocalChains(current, environment());
  const database = await openConfiguredDatabase(current);
  await checkTestMoney(current);
  // Before the holds of the earlier run are voided, because a charge needs its hold.
  for (const charge of await openPendingCharges(current.dataDir)) await settlePending(charge);
  await voidOpenHolds();
  if (database.kind === 'pglite') await discardUnfinishedRecords();
  await ensureOwner(current);
  await syncServiceCharacters(file?.characters);
  await ensureOperatorToken(current.dataDir, `http://${urlHost(current.host)}:${current.port}`);

  const limits = await startLimits(current);
  collectGauges();

  const stopping = new AbortController();
  const choice = await chooseModels(current);
  noteDeclined(choice.declined);
  await fetchFirst(choice.entries, current, stopping.signal);
  const install = () => startInstalled(choice.entries, current, () => better.onEngineRestart());
  await install();
  installWebAccess({ search: searchWeb, readPage });
  const embedder = await keepEmbedder(current, serveInstalled, stopping.signal);
  await serve(file);
  embedder.begin();
  const better = keepBetterModels(choice.entries, current, { install, serve: serveInstalled }, stopping.signal);
  const safety = keepSafetyModel(current, stopping.signal);
  await keepImageWeights(current, stopping.signal);
  const housekeeping = [
    every(REFRESH_MS, refreshAutomatic, 'the models could not be refreshed; the old catalog stays'),
    every(PURGE_MS, purgeEndedHolds, 'ended holds could not be purged'),
    every(PURGE_MS, purgeRecords, 'old idempotency keys could not be purged'),
    every(PURGE_MS, purgeEndedSessions, 'ended sessions could not be purged'),
    every(PURGE_MS, purgeFailedRequests, 'old failed requests could not be purged'),
    every(PURGE_MS, purgeNonces, 'old nonces of wallets could not be purged'),
    ...watchPayments(current),
  ];
  housekeeping.push(keepConnected(), watchWallets(current, stopping.signal), keepIndex(stopping.signal));
  const stakes = startStakeRefresh();
  void discardUnwanted(choice, current);

  return {
    announce: () => announce(current, choice),
    reload: async () => {
      better.retryNow();
      await reload(current, install);
      safety.recheck();
    },
    stop: async () => {
      for (const stopTask of housekeeping) stopTask();
      stopping.abort();
      await stakes.stop();
      await removeOperatorToken(current.dataDir);
      await drainInFlight();
      await Promise.all([limits.stop(), flushFailedRequests()]);
      await stopChatEngine();
      await database.close();
    },
  };
}

/** Serves what the service file and owners have configured, with everything else that there is. */
async function serve(file: ServiceFile | null): Promise<void> {
  await loadConnected();
  await assembleCatalog(file);
}

/** Waits for requests in flight, and reports those that did not end in time. */
async function drainInFlight(): Promise<void> {
  const inFlight = await drainCharges(DRAIN_MS);
  if (inFlight === 0) return;
  log.error(
    { inFlight },
    'requests were still in flight at shutdown; charges that could not be settled are kept in DATA_DIR',
  );
}

async function reload(current: Settings, install: () => Promise<void>): Promise<void> {
  try {
    const file = await readOperatorFile(current);
    await syncServiceCharacters(file?.characters);
    await install();
    await serve(file);
    log.info({ models: activeCatalogAt(catalog(), clock.now()).models.size }, 'reloaded');
  } catch (thrown) {
    const reason = thrown instanceof Error ? thrown.message : String(thrown);
    log.error({ reason }, 'the reload failed; the old catalog stays');
  }
}

/** The host by which local commands reach a server that may listen on all addresses. */
function urlHost(host: string): string {
  if (host === '0.0.0.0' || host === '::') return '127.0.0.1';
  return host.includes(':') ? `[${host}]` : host;
}
