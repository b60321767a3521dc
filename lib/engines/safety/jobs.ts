/** The messages between the service and the process of the classifier. */

/** Classify an image: RGB, 224 × 224, three bytes per pixel. */
export type SafetyJob = { bytes: Uint8Array; modelPath: string };

/** How likely it shows adult content, 0…1. */
export type SafetyAnswer = { adult: number };
