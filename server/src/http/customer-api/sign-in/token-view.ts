// A pair of tokens as signing in and refreshing answer it. Source: Spec, A, POST /refresh.
import { type Static, Type } from 'typebox';
import type { TokenPair } from '#core/sign-in/sessions.ts';

/** A pair of tokens. */
export const tokensShape = Type.Object(
  {
    access_token: Type.String({ description: 'Sent with every request, as a bearer token.' }),
    refresh_token: Type.String({ description: 'Exchanged for the next pair, once.' }),
    expires_in: Type.Integer({ description: 'Seconds the access token lives.' }),
    expires_at: Type.Integer({ description: 'When it ends, in milliseconds since 1970.' }),
  },
  {
    title: 'Tokens',
    examples: [
      {
        access_token: 'eyJhbGciOiJSUzI1NiIsInR5cCI6ImF0K2p3dCJ9.eyJzdWIiOiIwMTlkM2RjMiJ9.c2lnbmF0dXJl',
        refresh_token: 'fdr_0GzqB3kLw9TxYc5VnHs1Qe7RmPjUdXaKbEiWf2Zt4Cy6Lg8Sh0Ov3Nr5MuDp',
        expires_in: 3600,
        expires_at: 1_774_951_965_000,
      },
    ],
  },
);

/** What `tokensShape` describes. */
export function tokensView(pair: TokenPair): Static<typeof tokensShape> {
  return {
    access_token: pair.accessToken,
    refresh_token: pair.refreshToken,
    expires_in: pair.expiresInSeconds,
    expires_at: pair.expiresAt.getTime(),
  };
}
