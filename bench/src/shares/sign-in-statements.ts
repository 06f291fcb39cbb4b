// The statements behind the measured requests of signed-in customers.

import { selectParameters } from 'frontdesk/src/core/customer-parameters/customer-parameter-queries.ts';
import {
  type ArtifactReference,
  countArtifactsOfGrant,
  findArtifactRow,
  replaceArtifactRow,
} from 'frontdesk/src/core/sign-in/artifact-queries.ts';
import {
  exchangeRefreshToken,
  findTokenStanding,
  selectStanding,
  selectStandingByProviderUid,
} from 'frontdesk/src/core/sign-in/session-queries.ts';
import type { Tx } from 'frontdesk/src/db/tx.ts';
import { newId } from 'frontdesk/src/kit/id.ts';

/** The text of each statement. */
export interface SignInStatements {
  selectStanding: string;
  selectStandingByUid: string;
  selectParameters: string;
  findArtifact: string;
  countArtifacts: string;
  replaceArtifact: string;
  findTokenStanding: string;
  exchangeRefreshToken: string;
}

/** Runs each statement in the open transaction and returns their texts. */
export async function recordSignInStatements(
  tx: Tx,
  textOf: (work: () => Promise<unknown>) => Promise<string>,
): Promise<SignInStatements> {
  const now = new Date();
  const reference: ArtifactReference = { model: 'RefreshToken', idHash: Buffer.alloc(32) };
  const hashes = { tokenHash: reference.idHash, nextHash: reference.idHash };
  const artifact = {
    ...reference,
    payload: {},
    grantId: undefined,
    uid: undefined,
    sessionUid: undefined,
    createdAt: now,
    expiresAt: now,
  };
  return {
    selectStanding: await textOf(() => selectStanding(tx, newId(now))),
    selectStandingByUid: await textOf(() => selectStandingByProviderUid(tx, '')),
    selectParameters: await textOf(() => selectParameters(tx)),
    findArtifact: await textOf(() => findArtifactRow(tx, reference, now)),
    countArtifacts: await textOf(() => countArtifactsOfGrant(tx, reference.model, '', now)),
    replaceArtifact: await textOf(() => replaceArtifactRow(tx, reference.idHash, artifact)),
    findTokenStanding: await textOf(() => findTokenStanding(tx, reference.idHash)),
    exchangeRefreshToken: await textOf(() => exchangeRefreshToken(tx, hashes, now, undefined)),
  };
}
