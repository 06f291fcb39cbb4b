// How the audit log shows what no event tells of: keys, applications, subscriptions and sign-ins. No view has a secret,
// the hash of one, or an address that opens something by itself.
import type { Account } from '#core/accounts/account.ts';
import type { ApiKey } from '#core/api-keys/api-key.ts';
import type { OAuthClient } from '#core/oauth-clients/oauth-client.ts';
import type { PublicKey } from '#core/public-keys/public-key.ts';
import type { EndedCustomerSession } from '#core/sign-in/session.ts';
import type { Subscription } from '#core/webhooks/subscription.ts';

/** An API key, without its secret. */
export function apiKeyView(key: ApiKey) {
  return {
    id: key.id,
    name: key.name,
    permissions: key.permissions,
    expiresAt: key.expiresAt?.toISOString(),
    revokedAt: key.revokedAt?.toISOString(),
  };
}

/** A public key. The key itself is no secret: it stands in web pages. */
export function publicKeyView(key: PublicKey) {
  return {
    id: key.id,
    key: key.key,
    name: key.name,
    allowedOrigins: key.allowedOrigins,
    revokedAt: key.revokedAt?.toISOString(),
  };
}

/** An OAuth client, without its secret. */
export function oauthClientView(client: OAuthClient) {
  return {
    id: client.id,
    clientId: client.clientId,
    name: client.name,
    type: client.isPublic ? 'public' : 'confidential',
    redirectUris: client.redirectUris,
    postLogoutRedirectUris: client.postLogoutRedirectUris,
    disabledAt: client.disabledAt?.toISOString(),
  };
}

/** A webhook subscription. Of where calls go only the host: who knows the whole address can often call it too. */
export function auditedSubscriptionView(subscription: Subscription) {
  return {
    id: subscription.id,
    events: subscription.events,
    targetHost: new URL(subscription.targetUrl).host,
    previousSecretUntil: subscription.previousSecretUntil?.toISOString(),
    disabledAt: subscription.disabledAt?.toISOString(),
    disabledReason: subscription.disabledReason,
  };
}

/** An account that is linked to a customer. */
export function customerAccountView(account: Account) {
  return { accountId: account.id, email: account.email };
}

/** A session that was ended for the customer. */
export function customerSessionView(session: EndedCustomerSession) {
  return { sessionId: session.id, accountId: session.accountId, reason: session.reason };
}
