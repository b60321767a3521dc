/** How a model did in the last 24 hours; each figure is null if too few requests were measured. */
export type ModelFigures = {
  /** The median time from a request's arrival to the first token of a streamed answer, in milliseconds. */
  firstTokenMs: number | null;
  /** The median speed of streamed answers after their first token. */
  tokensPerSecond: number | null;
  /** The median time that a whole request took, in milliseconds. */
  durationMs: number | null;
  /** The percentage of requests that did not fail with a server-side error, in steps of a half, rounded down. */
  uptimePercent: number | null;
};

/**
 * The answer to `GET /api/console/models/figures`: what was measured over all accounts in the last 24 hours, at most a
 * minute ago. A figure needs 20 requests of 5 accounts, where an account counts as at most 10 requests, however many it
 * sent, and is rounded to two digits: no account decides a figure, or can be recognized in one. There are no counts. On
 * busy servers it is based on samples, the first requests of every five minutes. Only models that anybody may list, and
 * only those with a figure.
 */
export type MeasuredModels = { models: ({ modelId: string } & ModelFigures)[] };

/** How the caller has used a model. */
export type UsedModel = {
  modelId: string;
  /** Paid requests to it in the last 30 days, among the last 1,000 of the account. */
  requests: number;
  /** RFC 3339. */
  lastUsedAt: string;
  /** What was measured in the account's own requests of the last 24 hours: at least 3 for each figure. */
  figures: ModelFigures;
};

/** The answer to `GET /api/console/models/used`: the models that the caller's own account has used, the last one first. */
export type UsedModels = { models: UsedModel[] };
