import type { SampleRequest } from './request';

/** Where samples send a chat. */
export type ChatLocation = {
  /** Scheme and host of this installation. */
  origin: string;
  /** The service's name on the wire. */
  serviceId: string;
};

/** A chat completion as samples send it, with a key. @param body with its wire names */
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
