import { Counter, Histogram, type Registry } from 'prom-client';

/**
 * Metrics that every request updates. prom-client checks and joins the labels at each call, so the sums are kept here
 * and reported at a scrape. Nothing is ever removed: the caller must bound the number of label values.
 */

/** The registry and name of a metric. */
type MetricOptions = { registry: Registry; name: string; help: string };

/** A sum that only grows. */
type SumCounter<L extends string> = {
  /** @param by at least 0; throws for anything else, because it would corrupt every later scrape */
  inc: (labels: Record<L, string>, by?: number) => void;
};

/** A histogram of durations. */
type Timings = {
  /** @param value the value of the label */
  observe: (value: string, seconds: number) => void;
};

type Sum<L extends string> = { labels: Record<L, string>; value: number };

/** The node of one label value; below it are the values of the next label. */
type Branch<L extends string> = { below: Map<string, Branch<L>>; sum: Sum<L> | null };

/** The samples of one label value: a count per bucket, the total count (including those above all bounds), the sum. */
type Distribution = { counts: number[]; count: number; seconds: number };

/** Makes a counter. */
export function makeCounter<L extends string>({ registry, name, help }: MetricOptions, labelNames: L[]): SumCounter<L> {
  const root: Branch<L> = { below: new Map(), sum: null };
  const sums: Sum<L>[] = [];
  new Counter({
    name,
    help,
    labelNames,
    registers: [registry],
    collect() {
      this.reset();
      for (const { labels, value } of sums) this.inc(labels, value);
    },
  });
  return {
    inc: (labels, by = 1) => {
      if (!(by >= 0 && by < Number.POSITIVE_INFINITY)) throw new TypeError(`${name}: ${by} is not a count`);
      // A map per label, because joining the values would create a new string for every request.
      let branch = root;
      for (const label of labelNames) branch = branchOf(branch, labels[label]);
      if (branch.sum === null) {
        branch.sum = { labels, value: 0 };
        sums.push(branch.sum);
      }
      branch.sum.value += by;
    },
  };
}

/**
 * Makes a histogram of one label.
 * @param bounds seconds, rising
 */
export function makeTimings({ registry, name, help }: MetricOptions, label: string, bounds: number[]): Timings {
  const distributions = new Map<string, Distribution>();
  const get = () => {
    const values = [...distributions].flatMap(([value, one]) => samplesOf(name, { [label]: value }, bounds, one));
    return Promise.resolve({ name, help, type: 'histogram', values });
  };
  // The library's own counts stay empty, because it cannot take over counts made elsewhere: its getters return ours.
  const histogram = new Histogram({ name, help, labelNames: [label], buckets: bounds, registers: [registry] });
  Object.assign(histogram, { get, getForPromString: get });
  return {
    observe: (value, seconds) => {
      if (!Number.isFinite(seconds)) throw new TypeError(`${name}: ${seconds} is not a duration`);
      const distribution = distributions.get(value) ?? { counts: bounds.map(() => 0), count: 0, seconds: 0 };
      if (distribution.count === 0) distributions.set(value, distribution);
      const index = bounds.findIndex((bound) => seconds <= bound);
      if (index >= 0) distribution.counts[index] = (distribution.counts[index] ?? 0) + 1;
      distribution.count += 1;
      distribution.seconds += seconds;
    },
  };
}

function branchOf<L extends string>({ below }: Branch<L>, value: string): Branch<L> {
  let branch = below.get(value);
  if (branch === undefined) {
    branch = { below: new Map(), sum: null };
    below.set(value, branch);
  }
  return branch;
}

/** Buckets in Prometheus format: each one includes all below its bound. */
function samplesOf(name: string, labels: Record<string, string>, bounds: number[], distribution: Distribution) {
  let below = 0;
  const buckets = bounds.map((le, index) => {
    below += distribution.counts[index] ?? 0;
    return { metricName: `${name}_bucket`, labels: { le, ...labels }, value: below };
  });
  return [
    ...buckets,
    { metricName: `${name}_bucket`, labels: { le: '+Inf', ...labels }, value: distribution.count },
    { metricName: `${name}_sum`, labels, value: distribution.seconds },
    { metricName: `${name}_count`, labels, value: distribution.count },
  ];
}
