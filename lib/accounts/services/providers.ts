import { settings, type Settings } from '../../platform/env';
import type { SignInServiceName } from '../../core/sign-in-services';
import type { SignInService } from '../../platform/settings/values';
import { GITHUB_SCOPE, githubApi, type GithubPerson, readGithubPerson } from './github';
import { type Identity, toIdentity } from './identity';

/** How long a service may take for one call, milliseconds. */
const CALL_MS = 10_000;

/** The settings `GITHUB_…` and `GOOGLE_…`. */
type ServiceSettings = Pick<Settings, SignInServiceName>;

/** The services that users may sign in with. */
export function enabledServices({ github, google }: ServiceSettings = settings()): SignInServiceName[] {
  return [...(github ? (['github'] as const) : []), ...(google ? (['google'] as const) : [])];
}

/** Whether at least one of these services is enabled for sign-in. */
export function isAnyEnabled(providers: string[]): boolean {
  return enabledServices().some((service) => providers.includes(service));
}

/**
 * The enabled services as next-auth providers. Every sign-in has a state and a PKCE challenge (RFC 7636), and with
 * OpenID also a nonce; next-auth checks them against encrypted cookies of the same browser.
 */
export function serviceProviders({ github, google }: ServiceSettings = settings()) {
  return [...(github ? [githubProvider(github)] : []), ...(google ? [openIdProvider(google)] : [])];
}

/**
 * A user as next-auth passes them on. The identity is a separate member, because next-auth changes the others: a null
 * email would become undefined.
 */
export type Profile = { id: string; identity: Identity };

function githubProvider({ clientId, clientSecret, url }: SignInService) {
  const api = githubApi(url);
  return {
    ...common('github', clientId, clientSecret),
    // GitHub's issuer name in its responses (RFC 9207).
    issuer: `${url}/login/oauth`,
    authorization: { url: `${url}/login/oauth/authorize`, params: { scope: GITHUB_SCOPE } },
    token: { url: `${url}/login/oauth/access_token` },
    userinfo: {
      url: `${api}/user`,
      request: ({ tokens }: { tokens: { access_token?: string } }) => readGithubPerson(api, tokens.access_token ?? ''),
    },
    checks: ['pkce' as const, 'state' as const],
    profile: ({ sub, email, name }: GithubPerson): Profile =>
      withId(toIdentity('github', { subject: sub, verifiedEmail: email, label: name })),
  };
}

function openIdProvider({ clientId, clientSecret, url }: SignInService) {
  return {
    ...common('google', clientId, clientSecret),
    wellKnown: `${url}/.well-known/openid-configuration`,
    authorization: { params: { scope: 'openid email profile' } },
    idToken: true,
    checks: ['pkce' as const, 'state' as const, 'nonce' as const],
    profile: (claims: Record<string, unknown>): Profile =>
      withId(
        toIdentity('google', {
          subject: claims.sub,
          // Some providers send booleans as strings.
          verifiedEmail: claims.email_verified === true || claims.email_verified === 'true' ? claims.email : null,
          label: claims.email ?? claims.name,
        }),
      ),
  };
}

const common = (id: SignInServiceName, clientId: string, clientSecret: string) => ({
  id,
  name: id,
  type: 'oauth' as const,
  clientId,
  clientSecret,
  httpOptions: { timeout: CALL_MS },
});

const withId = (identity: Identity): Profile => ({ id: identity.subject, identity });
