import type { BodySource } from '../../server/transport';
import { type Intake, receiveBody } from '../receive-body';
import { makeFormCollector } from './collect-form';
import type { FormPlan, FormValues } from './form-rules';
import type { PartsHash } from './hash-parts';
import { boundaryOf } from './part-header';

/** How many copies of a form a request keeps at most: its files, and what an upstream or a decoder gets of them. */
const COPIES_OF_FORM = 2;

/**
 * Receives a `multipart/form-data` body and parses it as it arrives.
 * @param hash gets its parts
 * @throws ApiError those of `receiveBody`, and of the collector
 */
export async function takeForm(
  source: BodySource,
  intake: Intake,
  contentType: string,
  rules: FormPlan,
  hash: PartsHash | null = null,
): Promise<FormValues> {
  const collector = makeFormCollector(boundaryOf(contentType), rules, source.announcedBytes, hash);
  await receiveBody(source, intake, COPIES_OF_FORM, collector.write);
  return collector.end();
}
