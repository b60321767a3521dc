/** Sign-in services and their display names. */
export const SIGN_IN_SERVICES = { github: 'GitHub', google: 'Google' } as const;

/** The name of such a service in the API. */
export type SignInServiceName = keyof typeof SIGN_IN_SERVICES;

/** Whether a text names such a service. */
export function isSignInService(text: string): text is SignInServiceName {
  return Object.hasOwn(SIGN_IN_SERVICES, text);
}
