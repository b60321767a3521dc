/**
 * Makes this tab the only one that works on a job, by a lock of the browser, which ends with the tab. Browsers without
 * locks let every tab work on it; thanks to the Idempotency-Key that costs nothing more.
 * @returns a function that gives the job up; null if another tab has it
 */
export function claimJob(jobId: string): Promise<(() => void) | null> {
  if (!('locks' in navigator)) return Promise.resolve(() => undefined);
  return new Promise((resolve) => {
    navigator.locks
      .request(`farebox-image-job-${jobId}`, { ifAvailable: true }, (lock) => {
        if (lock === null) return resolve(null);
        return new Promise<void>((release) => resolve(() => release()));
      })
      .catch(() => resolve(() => undefined));
  });
}
