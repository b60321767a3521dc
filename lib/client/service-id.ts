/** The service's name in the API, as the shown page has it. Only in the browser. */
export const shownServiceId = (): string => document.documentElement.dataset.serviceId ?? 'svc';
