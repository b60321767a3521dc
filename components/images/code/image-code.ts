import type { GenerateBody } from '@/lib/client/images/request/generate-body';
import type { Sample } from '@/lib/core/samples/request';
import { samplesOf } from '@/lib/core/samples/samples';

/**
 * A request for images as sample code in three languages.
 * @param origin scheme and host
 * @param serviceId the service's name in the API
 */
export function imageCode(body: GenerateBody, origin: string, serviceId: string): Sample[] {
  return samplesOf({
    base: `${origin}/api/v1`,
    operationId: 'generateImage',
    method: 'POST',
    path: '/image/generate',
    query: [],
    body,
    withKey: true,
    serviceId,
  });
}
