import { createHash, createSign, generateKeyPairSync, randomBytes } from 'node:crypto';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

/** The person signed in at the test's service, as it reports them. */
export type RemotePerson = { id: string; login: string; email: string; verified: boolean };

/** A GitHub and an OpenID provider on 127.0.0.1, as far as sign-in needs them. */
export type OAuthServer = {
  /** For `GITHUB_BASE_URL` and `GOOGLE_ISSUER`. */
  url: string;
  /** Who consents on its page from now on; null declines. */
  person: RemotePerson | null;
  /** Makes the next id_token invalid: another nonce, or another signer. */
  lie: 'nonce' | 'signature' | null;
  /** Requested paths with their methods, in order. */
  requests: string[];
  stop: () => Promise<void>;
};

/** The credentials of a Farebox server registered here. */
export const CLIENT = { id: 'farebox-test', secret: 'a secret of the test' };

type Grant = { person: RemotePerson; challenge: string; redirectUri: string; nonce: string | null };

/**
 * Starts one. It checks what a real service checks: the client, its secret, the redirect, and PKCE (RFC 7636, S256).
 */
export async function startOAuthServer(): Promise<OAuthServer> {
  const grants = new Map<string, Grant>();
  const tokens = new Map<string, RemotePerson>();
  const state: OAuthServer = { url: '', person: null, lie: null, requests: [], stop: () => Promise.resolve() };
  const keys = { right: generateKeyPairSync('rsa', { modulusLength: 2048 }), wrong: newKeys() };
  const jwk = { ...keys.right.publicKey.export({ format: 'jwk' }), kid: 'k1', use: 'sig', alg: 'RS256' };

  const answers: Record<
    string,
    (request: IncomingMessage, response: ServerResponse, query: URLSearchParams) => unknown
  > = {
    'GET /.well-known/openid-configuration': (_request, response) =>
      json(response, {
        issuer: state.url,
        authorization_endpoint: `${state.url}/authorize`,
        token_endpoint: `${state.url}/token`,
        jwks_uri: `${state.url}/jwks`,
        response_types_supported: ['code'],
        subject_types_supported: ['public'],
        id_token_signing_alg_values_supported: ['RS256'],
      }),
    'GET /jwks': (_request, response) => json(response, { keys: [jwk] }),
    'GET /authorize': (_request, response, query) => authorize(response, query),
    'GET /login/oauth/authorize': (_request, response, query) => authorize(response, query),
    'POST /token': async (request, response) => {
      const grant = await redeem(request);
      if (!grant) return json(response, { error: 'invalid_grant' }, 400);
      const idToken = sign(claimsOf(grant), state.lie === 'signature' ? keys.wrong : keys.right);
      json(response, { access_token: tokenFor(grant.person), token_type: 'bearer', id_token: idToken });
    },
    'POST /login/oauth/access_token': async (request, response) => {
      const grant = await redeem(request);
      if (!grant) return json(response, { error: 'bad_verification_code' }, 400);
      json(response, { access_token: tokenFor(grant.person), token_type: 'bearer', scope: 'read:user,user:email' });
    },
    'GET /api/v3/user': (request, response) => {
      const person = tokens.get(bearerOf(request));
      if (!person) return json(response, { message: 'Bad credentials' }, 401);
      // The public profile email proves nothing: only the list of emails does.
      json(response, { id: Number(person.id), login: person.login, email: 'shown@example.com' });
    },
    'GET /api/v3/user/emails': (request, response) => {
      const person = tokens.get(bearerOf(request));
      if (!person) return json(response, { message: 'Bad credentials' }, 401);
      const other = { email: `second-${person.email}`, primary: false, verified: true };
      json(response, [other, { email: person.email, primary: true, verified: person.verified }]);
    },
  };

  function authorize(response: ServerResponse, query: URLSearchParams) {
    const back = new URL(query.get('redirect_uri') ?? '');
    back.searchParams.set('state', query.get('state') ?? '');
    const fits =
      query.get('client_id') === CLIENT.id &&
      query.get('response_type') === 'code' &&
      query.get('code_challenge_method') === 'S256';
    if (!fits) return json(response, { error: 'invalid_request' }, 400);
    if (state.person) {
      const code = randomBytes(12).toString('hex');
      const challenge = query.get('code_challenge') ?? '';
      const redirectUri = query.get('redirect_uri') ?? '';
      grants.set(code, { person: state.person, challenge, redirectUri, nonce: query.get('nonce') });
      back.searchParams.set('code', code);
    } else {
      back.searchParams.set('error', 'access_denied');
    }
    response.writeHead(302, { location: back.href }).end();
  }

  async function redeem(request: IncomingMessage): Promise<Grant | null> {
    const fields = new URLSearchParams(await textOf(request));
    const code = fields.get('code') ?? '';
    const grant = grants.get(code);
    grants.delete(code);
    const basic = Buffer.from((request.headers.authorization ?? '').replace('Basic ', ''), 'base64').toString();
    const [id = '', secret = ''] = basic.split(':').map((part) => decodeURIComponent(part.replaceAll('+', ' ')));
    const challenge = createHash('sha256')
      .update(fields.get('code_verifier') ?? '')
      .digest('base64url');
    const fits = id === CLIENT.id && secret === CLIENT.secret && grant?.challenge === challenge;
    return grant && fits && grant.redirectUri === fields.get('redirect_uri') ? grant : null;
  }

  function claimsOf({ person, nonce }: Grant) {
    const iat = Math.floor(Date.now() / 1000);
    const { id: sub, email, verified, login: name } = person;
    const times = { iat, exp: iat + 300 };
    return {
      iss: state.url,
      aud: CLIENT.id,
      sub,
      email,
      email_verified: verified,
      name,
      ...times,
      nonce: state.lie === 'nonce' ? 'another' : nonce,
    };
  }

  function tokenFor(person: RemotePerson): string {
    const token = randomBytes(12).toString('hex');
    tokens.set(token, person);
    return token;
  }

  const server = createServer((request, response) => {
    const { pathname, searchParams } = new URL(request.url ?? '/', 'http://localhost');
    const name = `${request.method} ${pathname}`;
    state.requests.push(name);
    const answer = answers[name];
    if (!answer) return json(response, { error: 'not found' }, 404);
    Promise.resolve(answer(request, response, searchParams)).catch(() => response.destroy());
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  state.url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  state.stop = () =>
    new Promise((resolve) => {
      server.close(() => resolve());
      server.closeAllConnections();
    });
  return state;
}

type Keys = ReturnType<typeof newKeys>;

function newKeys() {
  return generateKeyPairSync('rsa', { modulusLength: 2048 });
}

function sign(claims: object, { privateKey }: Keys): string {
  const encode = (part: object) => Buffer.from(JSON.stringify(part)).toString('base64url');
  const text = `${encode({ alg: 'RS256', typ: 'JWT', kid: 'k1' })}.${encode(claims)}`;
  return `${text}.${createSign('RSA-SHA256').update(text).sign(privateKey).toString('base64url')}`;
}

function json(response: ServerResponse, body: unknown, status = 200): void {
  response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body));
}

function bearerOf(request: IncomingMessage): string {
  return (request.headers.authorization ?? '').replace('Bearer ', '');
}

async function textOf(request: IncomingMessage): Promise<string> {
  const pieces: Buffer[] = [];
  for await (const piece of request) pieces.push(piece as Buffer);
  return Buffer.concat(pieces).toString();
}
