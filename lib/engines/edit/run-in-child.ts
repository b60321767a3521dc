import { invalidField } from '../../core/errors';
import type { ChildPlan, JobBytes, Outcome } from '../../platform/child/child-process';
import { type JobCaller, runInChild } from '../../platform/child/pool';
import { engineOffline } from '../envelope';

/** Requests without an account share together. */
const NOBODY = 'without account';

/**
 * Runs a job of an image engine in its process.
 * @throws ApiError INVALID_REQUEST if it took too long or too much memory, MODEL_OFFLINE if the process crashed,
 *   MODEL_AT_CAPACITY or RATE_LIMIT_EXCEEDED as `runInChild`; the signal's reason when aborted
 */
export async function runImageJob<Job extends { bytes: JobBytes }, Answer extends object>(
  plan: ChildPlan,
  job: Job,
  { account = NOBODY, signal }: Partial<Pick<JobCaller, 'account'>> & Pick<JobCaller, 'signal'>,
): Promise<Answer> {
  const outcome: Outcome<Answer> = await runInChild<Job, Answer>(plan, job, { account, signal });
  if ('answer' in outcome) return outcome.answer;
  if (outcome.lost === 'crash') throw engineOffline(`The process ${plan.name} has crashed.`);
  const what = outcome.lost === 'time' ? 'takes too long' : 'needs too much memory';
  throw invalidField(['image'], `This ${what}: use a smaller image, or fewer instructions at a time`);
}
