import type { BodySource } from '../../server/transport';
import { type Intake, receiveBody } from '../receive-body';
import { makeFormCollector } from './collect-form';
import type { FormRules, FormValues } from './form-rules';
import { boundaryOf } from './part-header';

/** How many copies of a form a request keeps at most: its files, and what an upstream or a decoder gets of them. */
const COPIES_OF_FORM = 2;

/**
 * Receives a `multipart/form-data` body and parses it as it arrives.
 * @throws ApiError those of `receiveBody`, and of the collector
 */
export async function takeForm(
  source: BodySource,
  intake: Intake,
  contentType: string,
  rules: FormRules,
): Promise<FormValues> {
  const collector = makeFormCollector(boundaryOf(contentType), rules, source.announcedBytes);
  await receiveBody(source, intake, COPIES_OF_FORM, collector.write);
  return collector.end();
}
