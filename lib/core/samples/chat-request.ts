import type { SampleRequest } from './request';

/** Where samples send a chat request. */
export type ChatLocation = {
  /** Scheme and host of this installation. */
  origin: string;
  /** The service's name in the API. */
  serviceId: string;
};

/** A chat completion request of the samples, with a key. @param body with its API names */
export function chatRequest(body: object, { origin, serviceId }: ChatLocation): SampleRequest {
  return {
    base: `${origin}/api/v1`,
    operationId: 'createChatCompletion',
    method: 'POST',
    path: '/chat/completions',
    query: [],
    body,
    withKey: true,
    serviceId,
  };
}
