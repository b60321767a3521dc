/**
 * Makes this tab the only one that works on a job, by a lock of the browser, which ends with the tab. Browsers without
 * locks let every tab work on it; thanks to the Idempotency-Key that costs nothing more.
 * @param waitMs how long to wait for another tab to give it up; 0 does not wait
 * @returns a function that gives the job up; null if another tab has it
 */
export function claimJob(jobId: string, waitMs = 0): Promise<(() => void) | null> {
  if (!('locks' in navigator)) return Promise.resolve(() => undefined);
  const options = waitMs > 0 ? { signal: AbortSignal.timeout(waitMs) } : { ifAvailable: true };
  return new Promise((resolve) => {
    navigator.locks
      .request(`farebox-image-job-${jobId}`, options, (lock) => {
        if (lock === null) return resolve(null);
        return new Promise<void>((release) => resolve(() => release()));
      })
      .catch(() => resolve(waitMs > 0 ? null : () => undefined));
  });
}
