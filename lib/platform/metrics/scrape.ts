import { collectDefaultMetrics, Gauge } from 'prom-client';
import { SECOND_MS } from '../../core/time';
import { type Collector, metrics, PREFIX } from './registry';

/** How long a scrape waits for a collected value. */
const COLLECTOR_MS = SECOND_MS;

/**
 * The metrics of this process in Prometheus's text format 0.0.4, each name prefixed `farebox_`. After `watchProcess`
 * they include those of the process itself.
 */
export async function renderMetrics(): Promise<{ text: string; contentType: string }> {
  const state = metrics();
  await Promise.all([...state.collectors.values()].map(collect));
  return { text: await state.registry.metrics(), contentType: state.registry.contentType };
}

/** Starts measuring the process: CPU, memory, handles, garbage collection, event loop lag. */
export function watchProcess(): void {
  const state = metrics();
  if (state.watchesProcess) return;
  state.watchesProcess = true;
  collectDefaultMetrics({ register: state.registry, prefix: PREFIX });
}

/**
 * Reads a value at each scrape, for at most a second. A later registration of the same name replaces the earlier one.
 * @param name without the prefix, e.g. `holds_live`
 * @param otherwise the value if reading fails or takes longer; by default, no sample
 */
export function collectAtScrape(
  name: string,
  help: string,
  read: () => number | Promise<number>,
  otherwise: number | null = null,
): void {
  const { registry, collectors } = metrics();
  const gauge = collectors.get(name)?.gauge ?? new Gauge({ name: PREFIX + name, help, registers: [registry] });
  collectors.set(name, { gauge, read, otherwise, running: null });
}

async function collect(collector: Collector): Promise<void> {
  const value = (await withinTime(ask(collector))) ?? collector.otherwise;
  if (value === null || !Number.isFinite(value)) collector.gauge.remove();
  else collector.gauge.set(value);
}

/** One read at a time: a value that hangs must not be read again at every scrape. */
function ask(collector: Collector): Promise<number> {
  if (collector.running) return collector.running;
  const running = Promise.resolve().then(collector.read);
  collector.running = running;
  const done = () => (collector.running = null);
  running.then(done, done);
  return running;
}

async function withinTime(asked: Promise<number>): Promise<number | null> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<null>((resolve) => (timer = setTimeout(() => resolve(null), COLLECTOR_MS)));
  try {
    return await Promise.race([asked, late]);
  } catch {
    return null;
  } finally {
    clearTimeout(timer);
  }
}
