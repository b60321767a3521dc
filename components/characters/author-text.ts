/**
 * Who wrote a character, for people. The service's own characters have its name in the API as their author, which means
 * nothing to readers.
 * @param serviceId the service's name in the API (`<html data-service-id>`)
 */
export function authorText(author: string, serviceId: string): string {
  return author === serviceId ? 'built in' : `by ${author}`;
}
