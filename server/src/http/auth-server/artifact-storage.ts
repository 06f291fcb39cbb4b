// The storage the library asks for, over the core: every artifact belongs to the organization of the current call.
import { type Adapter, type AdapterPayload, errors } from 'oidc-provider';
import type { ClientWithSecrets } from '#core/oauth-clients/oauth-client.ts';
import { isInstalled, organizationOfClientId } from '#core/oauth-clients/oauth-client.ts';
import { findUsableClient } from '#core/oauth-clients/oauth-clients.ts';
import {
  consumeArtifact,
  findArtifact,
  findArtifactByUid,
  removeArtifact,
  removeArtifactsOfGrant,
  storeArtifact,
} from '#core/sign-in/artifacts.ts';
import { currentCall } from './call.ts';

/**
 * Storage for one kind of artifact. A call without an organization finds nothing and keeps nothing. Using up what was
 * used before throws the library's `invalid_grant`: of parallel uses one wins. Where a refresh token gives way to the
 * next, both wait for the end of the call (providers.ts): no connection is held while tokens are signed.
 */
export function artifactStorage(model: string): Adapter {
  if (model === 'Client') return clientStorage;
  return {
    async upsert(id, payload, expiresIn) {
      const { scope, renewal } = currentCall();
      if (!scope) return;
      if (!expiresIn) throw new Error(`A ${model} without an end can't be stored.`);
      const kept = { artifact: payload, expiresInSeconds: expiresIn };
      if (model === 'RefreshToken' && renewal?.usedId) renewal.next = { id, ...kept };
      else await storeArtifact(scope, model, id, kept);
    },
    async find(id) {
      const { scope } = currentCall();
      return scope && ((await findArtifact(scope, model, id)) as AdapterPayload | undefined);
    },
    async findByUid(uid) {
      const { scope } = currentCall();
      return scope && ((await findArtifactByUid(scope, model, uid)) as AdapterPayload | undefined);
    },
    async consume(id) {
      const { scope, renewal } = currentCall();
      if (model === 'RefreshToken' && renewal) renewal.usedId = id;
      else if (!scope || !(await consumeArtifact(scope, model, id)))
        throw new errors.InvalidGrant('used already');
    },
    async destroy(id) {
      const { scope } = currentCall();
      if (scope) await removeArtifact(scope, model, id);
    },
    async revokeByGrantId(grantId) {
      const { scope } = currentCall();
      if (scope) await removeArtifactsOfGrant(scope, model, grantId);
    },
    findByUserCode: unused,
  };
}

/** Clients are registered elsewhere; the library only looks them up. */
const clientStorage: Adapter = {
  async find(id) {
    const { scope, client } = currentCall();
    if (!scope || organizationOfClientId(id) !== scope.organization.id) return undefined;
    const found = client?.client.clientId === id ? client : await findUsableClient(scope, id);
    return found && clientMetadata(found);
  },
  upsert: unused,
  findByUid: unused,
  findByUserCode: unused,
  consume: unused,
  destroy: unused,
  revokeByGrantId: unused,
};

/** The client in the library's words. */
function clientMetadata({ client, secrets }: ClientWithSecrets): AdapterPayload {
  return {
    client_id: client.clientId,
    client_name: client.name,
    application_type: isInstalled(client) ? 'native' : 'web',
    grant_types: ['authorization_code', 'refresh_token'],
    response_types: ['code'],
    redirect_uris: client.redirectUris,
    post_logout_redirect_uris: client.postLogoutRedirectUris,
    ...(client.isPublic
      ? { token_endpoint_auth_method: 'none' }
      : // Either way of sending the secret is taken; what is kept here are hashes, and compared as such.
        { token_endpoint_auth_method: 'client_secret_post', client_secret: hashesAsText(secrets) }),
  } as AdapterPayload;
}

function hashesAsText({ current, previous }: ClientWithSecrets['secrets']): string {
  return [current, previous].map((hash) => hash?.toString('hex') ?? '').join(' ');
}

/** The hashes that stand in the place of a client's secret. */
export function hashesOfText(text: string): ClientWithSecrets['secrets'] {
  const [current, previous] = text.split(' ').map((hex) => (hex ? Buffer.from(hex, 'hex') : undefined));
  return { current, previous };
}

function unused(): Promise<never> {
  return Promise.reject(new Error('This storage is not used.'));
}
